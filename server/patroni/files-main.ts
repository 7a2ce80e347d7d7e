import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type Common,
  databaseFile,
  databaseUrl,
  debianNode,
  etcdFile,
  haproxyFile,
  type Node,
  patroniFile,
} from './files.ts'

/** `node scripts/patroni-files.mjs --nodes db1=10.0.0.1,… --network 10.0.0.0/24 --out FOLDER`: the files of each machine. */

const usage =
  'usage: node scripts/patroni-files.mjs --nodes db1=10.0.0.1,db2=10.0.0.2,db3=10.0.0.3 --network 10.0.0.0/24 --out FOLDER'

function fail(why: string): never {
  console.error(`${why}\n${usage}`)
  process.exit(2)
}

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '' },
    network: { type: 'string', default: '' },
    out: { type: 'string', default: '' },
    postgresql: { type: 'string', default: '15' },
  },
})
const nodes: Node[] = values.nodes.split(',').map((named) => {
  const [, name, host] =
    /^([a-z][a-z0-9-]*)=([0-9a-z.:-]+)$/.exec(named) ?? fail(`not NAME=ADDRESS: ${named}`)
  return debianNode(name!, host!)
})
if (nodes.length < 3) fail('two nodes stop writing when one of them is lost: name three or more')
if (!/^[0-9a-f.:]+\/\d+$/.test(values.network)) fail('--network names who may connect')
if (!values.out) fail('--out names a folder')

const secret = () => randomBytes(24).toString('base64url')
const common: Common = {
  ...{ etcd: nodes, bin: `/usr/lib/postgresql/${values.postgresql}/bin` },
  ...{ network: values.network, superuserPassword: secret(), replicationPassword: secret() },
  ...{ rewindPassword: secret(), plumbPassword: secret() },
  ...{ maxConnections: 400, sharedBuffers: '2GB', bind: '127.0.0.1:5000' },
}

/** The passwords are in them: nobody else reads them. */
function write(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, name), text, { mode: 0o600, flag: 'wx' })
}

for (const node of nodes) {
  write(join(values.out, node.name), 'patroni.yml', patroniFile(node, common))
  write(join(values.out, node.name), 'etcd.env', etcdFile(node, common))
}
write(values.out, 'haproxy.cfg', haproxyFile(nodes, common))
write(values.out, 'database.sql', databaseFile(common))
write(values.out, 'DATABASE_URL', `${databaseUrl(common)}\n`)
console.log(
  `${values.out}: haproxy.cfg, database.sql, DATABASE_URL, and a folder for each of ${nodes.length} nodes`,
)
