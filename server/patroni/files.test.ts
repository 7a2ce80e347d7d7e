import { expect, test } from 'vitest'
import { type Common, debianNode, etcdFile, haproxyFile, patroniFile } from './files.ts'

const nodes = ['db1', 'db2', 'db3'].map((name, n) => debianNode(name, `10.0.0.${n + 1}`))
const common: Common = {
  ...{ etcd: nodes, bin: '/usr/lib/postgresql/15/bin', network: '10.0.0.0/24' },
  ...{ superuserPassword: 'one', replicationPassword: 'two', rewindPassword: 'three', plumbPassword: 'four' },
  ...{ maxConnections: 400, sharedBuffers: '2GB', bind: '127.0.0.1:5000' },
}

/** The number of a setting that stands on a line of its own. */
const numberOf = (text: string, name: string): number =>
  Number(new RegExp(`^ *${name}: (\\d+)$`, 'm').exec(text)?.[1])

test('each file is filled in, and names all nodes', () => {
  const files = [patroniFile(nodes[1]!, common), etcdFile(nodes[1]!, common), haproxyFile(nodes, common)]
  for (const file of files) {
    expect(file.replace('{{words}}', '')).not.toMatch(/\{\{|\}\}|undefined/)
    for (const { host } of nodes) expect(file).toContain(`${host}:`)
  }
  expect(files[0]).toContain('\nname: db2\n')
  expect(files[1]).toContain('\nETCD_NAME=db2\n')
})

test('a commit needs a second machine, and the times fit together as Patroni requires', () => {
  const file = patroniFile(nodes[0]!, common)
  expect(file).toMatch(/^ *synchronous_mode: true$/m)
  expect(file).toMatch(/^ *synchronous_mode_strict: true$/m)
  expect(numberOf(file, 'primary_start_timeout')).toBe(0)
  expect(numberOf(file, 'ttl')).toBeGreaterThanOrEqual(
    numberOf(file, 'loop_wait') + 2 * numberOf(file, 'retry_timeout'),
  )
})

test('who has lost the leader’s key does not take it back', () => {
  const [file, etcd] = [patroniFile(nodes[0]!, common), etcdFile(nodes[0]!, common)]
  expect(file).toMatch(/^etcd:$/m)
  expect(file).not.toMatch(/^etcd3:/m)
  expect(etcd).toMatch(/^ETCD_ENABLE_V2=true$/m)
})

test('connections to a machine that is lost are cut', () => {
  expect(haproxyFile(nodes, common)).toMatch(/^ *default-server .*on-marked-down shutdown-sessions$/m)
})
