/** The problems of an import: a part of `codes`, by the same rules. */
export const importCodes = {
  'import-file-exists': {
    what: 'A file stands where an import would write one',
    help: 'Move it away, or name another folder with `--out`. An import overwrites nothing, and writes nothing where it cannot write all.',
  },
  'import-place': {
    what: 'An import would write manifests where the project does not read them',
    help: 'Name a folder inside the one of `manifests` in notiform.yaml. Folders whose names begin with a dot, `node_modules`, `.notiform` and links that lead out of the project are not read. The next plan would delete a resource that is bound and has no manifest, so everything that was written is removed again.',
  },
  'import-unlike': {
    what: 'What was written did not read back as what is live, and was taken away again',
    help: 'Report it with the manifest or the resource that is named: nothing of yours caused it.',
  },
  'import-unwritten': {
    what: 'A manifest or an image of an import could not be written',
    help: 'Make room, or give this user the right to write there. What was written was taken away again.',
  },
  'update-missing': {
    what: 'A manifest cannot be brought up to what is live, because nothing is',
    help: 'See `notiform status`. Apply it, or remove the manifest.',
  },
  'update-placeholder': {
    what: 'A field that changed at the service is written with `${var:…}`',
    help: 'Change it by hand: the value of the variable, or the text around it. Nobody else can tell which is meant.',
  },
  'update-profiles': {
    what: 'A manifest is declared for several profiles, and they differ at the service',
    help: 'Give each of them a manifest of its own, or make them alike at the service.',
  },
  'update-unusual': {
    what: 'A manifest is written in a way of YAML that only a person should rewrite',
    help: 'Write its keys plainly: without `?`, tags and line breaks. Then update it again.',
  },
} as const;
