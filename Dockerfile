FROM node:22-slim AS package
WORKDIR /source
# Packages first: an edit of the source does not install them again.
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /tmp

FROM node:22-slim AS program
RUN --mount=type=bind,from=package,source=/tmp,target=/package \
  npm install --global --no-audit --no-fund /package/notiform-*.tgz && npm cache clean --force

# The commands in a pipeline, with git for a state in git: docs/gitlab.md#an-image-with-notiform
FROM program AS ci
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates git openssh-client \
  && rm -rf /var/lib/apt/lists/* && git config --system --add safe.directory '*'

# The emulator in a container: docs/emulator.md#from-another-machine
FROM program
USER node
WORKDIR /home/node
EXPOSE 4010
# Each check starts Node: often until the emulator has started, then rarely.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_emulator/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["notiform", "emulator", "--port", "4010"]
# The names that clients write in the address. With one, the emulator listens on every interface.
CMD ["--host", "localhost", "--host", "emulator"]
