"""Settings of every process, all from the environment (`docs/operations.md` lists it).

`bin/dev` and `bin/test` set the environment for a machine that has nothing; a deployment sets
it itself. Nothing here reads a file of secrets, and DEBUG is off unless asked for.
"""

from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import environment

BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = environment.flag("DEBUG")
SECRET_KEY = environment.text("SECRET_KEY")
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS") or (
    ["localhost", "127.0.0.1", "[::1]"] if DEBUG else []
)
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS")

# Lets tests with real processes move time (games/clock.py). Players' clocks depend on it.
ALLOW_CLOCK_SHIFT = environment.flag("ALLOW_CLOCK_SHIFT")
if ALLOW_CLOCK_SHIFT and not DEBUG:
    raise ImproperlyConfigured("ALLOW_CLOCK_SHIFT is for tests; it needs DEBUG=1.")

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "allauth",
    "allauth.account",
    "accounts",
    "games",
    "lobby",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.sockets.RequestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.preferences",
                "games.context.running_match",
            ],
        },
    },
]

# --- data -----------------------------------------------------------------------------------

DATABASES = {"default": environment.database(environment.text("DATABASE_URL"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = environment.text("REDIS_URL")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "cache",
    }
}
# The pubsub layer costs a third of the core layer's time (docs/architecture.md).
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [{"address": REDIS_URL}]},
    }
}
# Rows in the database, so that a lost cache logs nobody out of a running match.
SESSION_ENGINE = "django.contrib.sessions.backends.db"

# --- people ---------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AUTH_PASSWORD_VALIDATORS[0]["OPTIONS"] = {"user_attributes": ("email", "display_name")}  # type: ignore[assignment]

ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = "accounts.models.display_name_of"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_FORMS = {"signup": "accounts.forms.SignupForm"}
ACCOUNT_EMAIL_VERIFICATION = "none" if DEBUG else "mandatory"
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Settebello · "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if DEBUG else "https"
# The visitor's address, read past this many proxies of ours and never further.
ALLAUTH_TRUSTED_PROXY_COUNT = environment.integer("TRUSTED_PROXIES", 0)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby:index"
LOGOUT_REDIRECT_URL = "home"

DEFAULT_FROM_EMAIL = environment.text("DEFAULT_FROM_EMAIL", "Settebello <noreply@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
vars().update(environment.email(environment.text("EMAIL_URL", "console:" if DEBUG else None)))

# --- language and time ----------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("it", _("Italian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- pages ----------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.storage.StaticStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        # Not none: older Firefox asks it for the sprites of `<use>`.
        "default-src": [SELF],
        "object-src": [NONE],
        "script-src": [SELF],
        "worker-src": [SELF],  # the beat of the match page, which hidden tabs do not slow down
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "django.views.csrf.csrf_failure"
if not DEBUG:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = environment.flag("SSL_REDIRECT", True)
    SECURE_REDIRECT_EXEMPT = [r"^health/$"]
    SECURE_HSTS_SECONDS = environment.integer("HSTS_SECONDS", 31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    if environment.integer("TRUSTED_PROXIES", 0):
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- background work ------------------------------------------------------------------------

CELERY_BROKER_URL = environment.celery_broker(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True  # a task may run twice; each is written for it
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {"games.tasks.tick": {"queue": "clock"}}
CELERY_BEAT_SCHEDULE = {
    # A tick that waited longer than 2 s is dropped: the next one does its work (design: clock).
    "tick": {"task": "games.tasks.tick", "schedule": 1.0, "options": {"expires": 2}},
    "close stale tables": {"task": "lobby.tasks.close_stale_tables", "schedule": 60.0},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": environment.text("LOG_LEVEL", "INFO")},
}

# --- observing ------------------------------------------------------------------------------

# Who sends it as a bearer token may read /metrics; without one only staff may.
METRICS_TOKEN = environment.text("METRICS_TOKEN", "")

# --- limits ---------------------------------------------------------------------------------

# What one socket may send for long; twice that at once. A person's sockets share twice as much.
SOCKET_MESSAGES_PER_SECOND = environment.integer("SOCKET_MESSAGES_PER_SECOND", 10)
