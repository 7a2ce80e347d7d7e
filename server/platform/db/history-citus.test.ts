import { expect, test } from 'vitest'
import { citusError } from './history-citus.ts'

const nothing = { has_extension: false, is_loaded: false, has_history: false, is_worker: false }
const whole = { ...nothing, has_extension: true, is_loaded: true }

test('a history is on a database that has all of Citus, or nothing of it', () => {
  for (const has_history of [false, true]) {
    expect(citusError({ ...nothing, has_history })).toBeUndefined()
    expect(citusError({ ...whole, has_history })).toBeUndefined()
  }
})

test('half of Citus is refused with what is missing', () => {
  for (const has_history of [false, true]) {
    expect(citusError({ ...whole, has_history, is_loaded: false })).toMatch(/shared_preload_libraries/)
    expect(citusError({ ...whole, has_history, is_worker: true })).toMatch(/coordinator/)
  }
  expect(citusError({ ...whole, has_extension: false })).toMatch(/no extension citus/)
})

test('a history that was there before its server loaded Citus goes on without it', () => {
  expect(citusError({ ...whole, has_extension: false, has_history: true })).toBeUndefined()
})
