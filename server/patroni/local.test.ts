import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { missingPackages, stillRunning, worksIn } from './local.ts'

const there = process.platform === 'linux' ? test : test.skip

there('a process that ended, or that works elsewhere, is none of a machine', async () => {
  const [ended, runs] = [0, 1].map(() => spawn('cat', { cwd: tmpdir(), stdio: ['pipe', 'ignore', 'ignore'] }))
  onTestFinished(() => void runs!.kill())
  await once(runs!, 'spawn')
  const exit = once(ended!, 'exit')
  ended!.stdin!.end()
  await exit
  expect(stillRunning([ended!, runs!])).toEqual([runs!.pid])
  expect(worksIn(realpathSync(tmpdir()), runs!.pid!)).toBe(true)
  expect(worksIn('/usr', runs!.pid!)).toBe(false)
  expect(worksIn(tmpdir(), ended!.pid!)).toBe(false)
})

test('the drill, which starts no Redis, asks for the packages of the database alone', () => {
  const isThere = () => false
  const database = ['postgresql', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy']
  expect(missingPackages([], isThere)).toEqual(database)
  expect(missingPackages([['/usr/bin/redis-server', 'redis-server']], isThere)).toEqual([
    ...database,
    'redis-server',
  ])
  expect(missingPackages([['/nowhere', 'redis-server']], (path) => path !== '/nowhere')).toEqual([
    'redis-server',
  ])
})
