"""`bin/verify-deal` as a module, for tests that compare its procedure with the engine's."""

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

PROGRAM = Path(__file__).parents[2] / "bin" / "verify-deal"


def load() -> ModuleType:
    """The program's functions; it does nothing by being loaded."""
    loader = SourceFileLoader("verify_deal", str(PROGRAM))
    spec = spec_from_loader("verify_deal", loader)
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules["verify_deal"] = module
    write, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = write
    return module
