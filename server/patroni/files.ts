import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert } from '#domain/errors.ts'

/** The settings of a cluster's machines, from the templates in `deploy/patroni`. */

const TEMPLATES = fileURLToPath(new URL('../../deploy/patroni', import.meta.url))

/** A machine of the database with its ports: on machines of their own all have the same. */
export interface Node {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly restPort: number
  readonly etcdPort: number
  readonly etcdPeerPort: number
  readonly data: string
  readonly etcdData: string
  readonly pgpass: string
  /** Where PostgreSQL's local sockets are. */
  readonly sockets: string
}

/** What is the same of all of them. */
export interface Common {
  /** The members of etcd; most often the nodes themselves. */
  readonly etcd: readonly Node[]
  readonly bin: string
  /** Who may connect: an address with its length. */
  readonly network: string
  readonly superuserPassword: string
  readonly replicationPassword: string
  /** Of the role that `pg_rewind` reads the primary's files as. */
  readonly rewindPassword: string
  /** Of the role that Plumb signs in as. */
  readonly plumbPassword: string
  readonly maxConnections: number
  readonly sharedBuffers: string
  /** Where HAProxy listens. */
  readonly bind: string
}

/** The ports of a machine that has nothing else. */
export const USUAL_PORTS = { port: 5432, restPort: 8008, etcdPort: 2379, etcdPeerPort: 2380 }

/** A node as Debian's packages lay it out. */
export const debianNode = (name: string, host: string): Node => ({
  ...{ name, host, ...USUAL_PORTS },
  ...{ data: '/var/lib/postgresql/plumb', etcdData: '/var/lib/etcd/plumb' },
  ...{ pgpass: '/var/lib/postgresql/.pgpass-patroni', sockets: '/var/run/postgresql' },
})

/** Patroni's settings of one node. */
export const patroniFile = (node: Node, common: Common): string =>
  fill('patroni.yml.template', {
    ...common,
    ...node,
    etcd: common.etcd.map(({ host, etcdPort }) => `${host}:${etcdPort}`).join(','),
  })

/** The settings of the member of etcd beside a node. */
export const etcdFile = (node: Node, common: Common): string =>
  fill('etcd.env', {
    ...common,
    ...node,
    etcdCluster: common.etcd
      .map(({ name, host, etcdPeerPort }) => `${name}=http://${host}:${etcdPeerPort}`)
      .join(','),
  })

/** HAProxy's settings, of each machine that runs Plumb. */
export const haproxyFile = (nodes: readonly Node[], common: Common): string =>
  fill('haproxy.cfg', {
    ...common,
    servers: nodes
      .map(({ name, host, port, restPort }) => `    server ${name} ${host}:${port} check port ${restPort}`)
      .join('\n'),
  })

/** What the superuser runs on the primary once. */
export const databaseFile = (common: Common): string => fill('database.sql', common)

/** The address of the database, through HAProxy. */
export const databaseUrl = ({ plumbPassword, bind }: Common): string =>
  `postgres://plumb:${plumbPassword}@${bind}/plumb`

/** Refuses: (by throwing) a word that nothing is known of. */
function fill(template: string, values: object): string {
  const known: ReadonlyMap<string, unknown> = new Map(Object.entries(values))
  return readFileSync(join(TEMPLATES, template), 'utf8').replace(/\{\{(\w+)\}\}/g, (whole, word: string) => {
    if (word === 'words') return whole
    const value = known.get(word)
    assert(typeof value === 'string' || typeof value === 'number', `${template}: nothing is known of ${word}`)
    return String(value)
  })
}
