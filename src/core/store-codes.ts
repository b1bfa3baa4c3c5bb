/** Problems of the stores that keep the state elsewhere than in a folder, by their codes. */
export const storeCodes = {
  'git-missing': {
    what: 'The state is kept in git, and there is no `git` to run',
    help: 'Install git, or keep the state elsewhere.',
  },
  'state-address': {
    what: '`state.url` is no address of a PostgreSQL database, or its `sslmode` is unknown',
    help: 'Write it as postgres://user:password@host/database; what is special in a password is written as %2F, %3F, %23, %25. The modes are in docs/state.md.',
  },
  'state-contended': {
    what: 'Others kept writing to the ref of the state, faster than this run could',
    help: 'Run the command again when fewer runs are under way.',
  },
  'state-database': {
    what: 'The database of the state cannot do what is asked of it',
    help: "Check the address in `state.url`; the message has the database's own words.",
  },
  'state-forbidden': {
    what: 'Where the state is kept does not let this user in, or not write',
    help: 'Check the password, key or token, and that it may read and write there.',
  },
  'state-git': {
    what: 'git could not do what the state needs',
    help: "The message has git's own words. The ref and the remote are in `state` of the environment.",
  },
  'state-git-owner': {
    what: 'git refuses to use the repository because another user owns its folder, as in a container job',
    help: 'Add the folder to `safe.directory` of git: `git config --global --add safe.directory FOLDER`.',
  },
  'state-other-project': {
    what: 'The git ref keeps the state of this environment and profile for another project of the repository',
    help: 'Give each project its own `state.ref`. If the folder of the project was moved or renamed, set `state.project` to its former path.',
  },
  'state-push-refused': {
    what: 'The remote does not take the state: a rule or a hook of it is against that ref',
    help: 'Let the remote take pushes to the ref, or name another one in `state.ref`.',
  },
  'state-remote-missing': {
    what: 'The project has no such git remote, is in no git repository, or the remote leads to no repository that this user can see',
    help: 'Set `state.remote` to a remote that `git remote` lists, or add the remote. Check its address, and that the key or token may read it.',
  },
  'state-table': {
    what: 'The table of the state in the database is not as this notiform makes it, or there is no schema for it',
    help: 'Compare its columns with those under "state" in the documentation. If a newer notiform made it, use that one; if the name is taken, use a schema of its own.',
  },
  'state-tls': {
    what: 'The encrypted connection to the database could not be trusted or made',
    help: 'Set `sslmode` in `state.url`; trust a company authority by NODE_EXTRA_CA_CERTS.',
  },
  'state-unreachable': {
    what: 'Where the state is kept could not be reached, or did not answer in time',
    help: 'Check the network, then run the command again: it goes on where this one stood.',
  },
} as const;
