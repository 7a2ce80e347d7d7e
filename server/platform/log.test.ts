import { expect, test } from 'vitest'
import { refusal } from '#domain/errors.ts'
import { createLog, logError, logRefusal } from './log.ts'

/** A log whose lines can be read. */
function openLog(level: string) {
  const lines: string[] = []
  return { log: createLog(level, { write: (line) => lines.push(line) }), lines }
}

test('a refusal is logged with its parameters and with the error it was told from', () => {
  const { log, lines } = openLog('debug')
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'deposit_reference' })
  logRefusal(log, refusal('AMOUNT_TOO_SMALL', { minimum: '10', currency: 'USDT' }, cause), {
    requestId: 'r1',
  })
  expect(JSON.parse(lines[0]!)).toMatchObject({
    requestId: 'r1',
    err: {
      message: 'AMOUNT_TOO_SMALL',
      errorCode: 'AMOUNT_TOO_SMALL',
      params: { minimum: '10', currency: 'USDT' },
      cause: { message: 'duplicate key', errorCode: '23505', constraint: 'deposit_reference' },
    },
  })
})

test('refusals are no news: at the usual level there is no line', () => {
  const { log, lines } = openLog('info')
  logRefusal(log, refusal('NOT_FOUND'), {})
  expect(lines).toEqual([])
})

test('T90: an error is logged with what caused it, and with no parameters of a query', () => {
  const { log, lines } = openLog('info')
  const query = Object.assign(new Error('syntax'), { parameters: ['ana@plumb.test'] })
  logError(log, new Error('the job failed', { cause: query }), 'a job failed')
  expect(JSON.parse(lines[0]!)).toMatchObject({
    err: { message: 'the job failed', cause: { message: 'syntax' } },
  })
  expect(lines[0]).not.toContain('ana@plumb.test')
})

test('causes that lead back to themselves end', () => {
  const { log, lines } = openLog('info')
  const error = new Error('round')
  error.cause = error
  logError(log, error, 'a job failed')
  expect(lines).toHaveLength(1)
})

test('an outage is no news of those who meet it, whether the database or a writer told them', () => {
  const { log, lines } = openLog('info')
  const lost = Object.assign(new Error('the connection was lost'), { code: '08006' })
  logError(log, lost, 'the market maker could not quote')
  logError(log, refusal('SERVICE_UNAVAILABLE', {}, lost), 'the market maker could not quote')
  expect(lines).toEqual([])
  logError(log, refusal('INSUFFICIENT_BALANCE'), 'the market maker could not quote')
  expect(lines).toHaveLength(1)
})
