import { existsSync, statSync } from 'node:fs'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, IMAGE_BYTES } from '#domain/endpoint.ts'
import { realClock } from '#server/platform/clock.ts'
import { noRateLimits, sendFile } from '#server/testing/http.ts'
import type { Db } from '../db/database.ts'
import { buildApp } from './app.ts'
import { route } from './route.ts'

const MORE = 1_000
const large = endpoint({
  area: 'test',
  method: 'POST',
  path: '/large',
  access: 'operator',
  roles: ['content'],
  takesFile: true,
  maxFileBytes: IMAGE_BYTES + MORE,
  summary: 'Takes a large file',
  output: z.object({ bytes: z.number(), inMemory: z.number() }),
})

const written: string[] = []
const app = buildApp({
  ...{ title: 'test', version: '1', clock: realClock, log: pino({ level: 'silent' }) },
  // Nothing here asks it.
  db: undefined as unknown as Db,
  limiter: noRateLimits(),
  authenticate: async (token) => ({
    operator: { id: 1n, sessionId: 1n, name: 'Ada', roles: [token] },
  }),
  isReady: async () => true,
  routes: [
    route(large, (_, { file }) => {
      written.push(file!.path!)
      return { bytes: statSync(file!.path!).size, inMemory: file!.bytes.length }
    }),
  ],
})
afterAll(() => app.close())

const send = async (bytes: number, token = 'content') =>
  (await sendFile(app, '/large', Buffer.alloc(bytes, 7), { token })).json()

test('a large file is on the disk while it is looked at, and gone once the call is answered', async () => {
  expect((await send(IMAGE_BYTES + MORE)).data).toEqual({ bytes: IMAGE_BYTES + MORE, inMemory: 0 })
  expect(written.map((path) => existsSync(path))).toEqual([false])
})

test('a larger one than its call takes is refused, and so is one of an operator who may send none', async () => {
  expect((await send(IMAGE_BYTES + MORE + 1)).error).toBe('BODY_TOO_LARGE')
  expect((await send(100, 'support')).error).toBe('OPERATOR_ROLE_REQUIRED')
  expect(written).toHaveLength(1)
})
