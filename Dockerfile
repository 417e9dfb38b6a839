# The command line as an image: docker run --rm --volume "$PWD:/work:ro" aks-bootstrap validate .
FROM node:22-alpine AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# What npm installs elsewhere, and nothing else.
RUN npm pack --pack-destination /tmp \
  && mkdir /package \
  && tar -xzf /tmp/aks-bootstrap-*.tgz -C /package --strip-components=1

FROM alpine:3.22
# Node alone, without npm. The newest fixes of this Alpine release are wanted, so no version is pinned.
# hadolint ignore=DL3018
RUN apk add --no-cache nodejs
COPY --from=build /package /opt/aks-bootstrap
LABEL org.opencontainers.image.source=https://github.com/aks-bootstrap/aks-bootstrap \
  org.opencontainers.image.licenses=MIT
WORKDIR /work
# nobody, by number, so that Kubernetes can check runAsNonRoot.
USER 65534:65534
ENTRYPOINT ["node", "/opt/aks-bootstrap/dist/cli.js"]
CMD ["--help"]
