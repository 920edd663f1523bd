# The report in a container: docker build -t gah . ; docs/tutorials/batches.md says how to run it.
FROM python:3.12-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends make chromium \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /suite
COPY . .
RUN make install
# Games, compiled code and pages, each a folder to mount if it should outlive the container.
ENV GAH_CACHE_DIR=/suite/cache
VOLUME ["/suite/data", "/suite/cache", "/suite/build"]
CMD ["make", "report"]
