"""Static files in production: hashed names, compressed, cached for good."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Also rewrites the imports inside modules, so that every module has a hashed name."""

    support_js_module_import_aggregation = True
