# Finds a Python that is new enough and hands over to the launcher; bin/dev and bin/test call it.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
for python in python3 python3.15 python3.14 python3.13 python3.12 python3.11 python; do
  if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
    exec "$python" -m launcher.bootstrap "$@"
  fi
done
echo "bin/$1: Python 3.11 or later is needed and was not found on the PATH; install it first." >&2
exit 1
