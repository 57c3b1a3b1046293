# One image for every part of the arena; docker-compose.yml gives each part its command.
# The larger image of the first stage has a C compiler: the engine is compiled there, and `arena --version` says so.
FROM python:3.12 AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /source
RUN python -m venv /opt/arena
# What changes rarely comes first, so that a new version of the arena is a small layer.
COPY pyproject.toml requirements.lock setup.py README.md LICENSE ./
COPY tools/compile_engine.py tools/compile_engine.py
COPY engine engine
# The search of the house bots is compiled with it.
COPY arena/__init__.py arena/__init__.py
COPY arena/players arena/players
RUN python -m venv /opt/tools \
    && /opt/tools/bin/pip install --constraint requirements.lock mypy setuptools \
    && /opt/tools/bin/python -m tools.compile_engine --if-possible
COPY arena arena
COPY workers workers
COPY web web
COPY docs docs
RUN MEIJI_COMPILED="$(test -d engine/_compiled && echo 1)" /opt/tools/bin/pip wheel --no-deps --no-build-isolation --wheel-dir /tmp/wheels . \
    && /opt/arena/bin/pip install --constraint requirements.lock "$(ls /tmp/wheels/*.whl)[server]" \
    && /opt/arena/bin/arena --version

FROM python:3.12-slim
LABEL org.opencontainers.image.title="Meiji Arena" \
      org.opencontainers.image.licenses="MIT"
RUN groupadd --system --gid 10001 arena \
    && useradd --system --uid 10001 --gid arena --home-dir /var/lib/arena --shell /usr/sbin/nologin arena \
    && install --directory --owner arena --group arena --mode 0700 /var/lib/arena
# For `arena runner`. Not pinned: the newest of the distribution has the fixes.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap libseccomp2 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/arena /opt/arena
ENV PATH=/opt/arena/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    ARENA_DATA=/var/lib/arena \
    ARENA_LOG_JSON=true \
    ARENA_METRICS_HOST=0.0.0.0 \
    ARENA_METRICS_PORT=9100
USER 10001:10001
WORKDIR /var/lib/arena
VOLUME /var/lib/arena
# 50051: bots (gRPC). 8000: the site. 9100: figures and health, for the inside only.
EXPOSE 50051 8000 9100
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=4 CMD ["arena", "health"]
ENTRYPOINT ["arena"]
CMD ["--help"]
