import { expect, test } from 'vitest'
import { ApiError } from '#web/app/api-error.ts'
import { type Attempt, attemptOf, createOutbox, type Pending } from './outbox.ts'

/** An outbox whose attempts end as the test says, one after the other. */
function open(kept: readonly Pending[] = []) {
  const sent: (string | undefined)[] = []
  const waiting: (() => void)[] = []
  let changes: readonly Pending[] = kept
  let answer: (attempt: Attempt) => void = () => {}
  const outbox = createOutbox({
    kept,
    send(input) {
      sent.push(input.key)
      return new Promise((resolve) => {
        answer = resolve
      })
    },
    onChange(items) {
      changes = items
    },
    later(_, work) {
      waiting.push(work)
      return () => waiting.splice(waiting.indexOf(work), 1)
    },
  })
  return {
    outbox,
    sent,
    waiting,
    changes: () => changes,
    async answer(attempt: Attempt) {
      answer(attempt)
      await new Promise<void>((resolve) => setImmediate(resolve))
    },
  }
}
const message = (key: string) => ({ key, text: `text of ${key}`, atMs: 1 })

test('messages are sent one after the other in their order', async () => {
  const { outbox, sent, answer, changes } = open()
  outbox.add(message('first'))
  outbox.add(message('second'))
  expect(sent).toEqual(['first'])
  await answer({ is: 'sent' })
  expect(sent).toEqual(['first', 'second'])
  await answer({ is: 'sent' })
  expect(changes()).toEqual([])
})

test('what was lost on its way is sent again with the same key, before what was written after it', async () => {
  const { outbox, sent, answer, waiting, changes } = open()
  outbox.add(message('first'))
  await answer({ is: 'lost' })
  outbox.add(message('second'))
  expect(changes().map(({ state }) => state)).toEqual(['sending', 'sending'])
  // A new message tries at once, the oldest first.
  expect(sent).toEqual(['first', 'first'])
  await answer({ is: 'lost' })
  expect(waiting).toHaveLength(1)
  waiting[0]!()
  await answer({ is: 'sent' })
  await answer({ is: 'sent' })
  expect(sent).toEqual(['first', 'first', 'first', 'second'])
})

test('what is refused says why, keeps nothing else waiting, and is sent again when it is asked for', async () => {
  const { outbox, sent, answer, changes } = open()
  outbox.add(message('bad'))
  outbox.add(message('good'))
  await answer({ is: 'refused', why: 'too many' })
  await answer({ is: 'sent' })
  expect(changes()).toMatchObject([{ key: 'bad', state: 'refused', why: 'too many' }])
  outbox.retry('bad')
  await answer({ is: 'sent' })
  expect(sent).toEqual(['bad', 'good', 'bad'])
  expect(changes()).toEqual([])
})

test.each(['NETWORK', 'OFFLINE', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS', 'SERVER_BUSY', 'INTERNAL'])(
  'what failed with %s is sent again, for its answer is not there yet',
  (code) => {
    expect(attemptOf(new ApiError(code, 'words'))).toEqual({ is: 'lost' })
  },
)

test('what the server refuses is not sent again by itself, and says the server’s words', () => {
  expect(attemptOf(new ApiError('UPLOAD_UNKNOWN', 'words'))).toEqual({ is: 'refused', why: 'words' })
})

test('what was kept from before is sent, and what was refused waits for its writer', async () => {
  const { sent, answer, changes } = open([
    { ...message('refused'), state: 'refused', why: 'no' },
    { ...message('kept'), state: 'sending' },
  ])
  expect(sent).toEqual(['kept'])
  await answer({ is: 'sent' })
  expect(changes()).toMatchObject([{ key: 'refused' }])
})

test('a stopped outbox sends nothing more', async () => {
  const { outbox, sent, answer, waiting } = open()
  outbox.add(message('first'))
  outbox.stop()
  await answer({ is: 'lost' })
  for (const work of waiting) work()
  outbox.wake()
  expect(sent).toEqual(['first'])
})

test.each<Attempt>([{ is: 'sent' }, { is: 'lost' }, { is: 'refused', why: 'no' }])(
  'an answer that comes after the stop changes nothing: the next outbox keeps the list by then (%o)',
  async (attempt) => {
    const { outbox, answer, changes } = open()
    outbox.add(message('first'))
    const before = changes()
    outbox.stop()
    await answer(attempt)
    outbox.add(message('second'))
    outbox.remove('first')
    expect(changes()).toBe(before)
    expect(outbox.items()).toBe(before)
  },
)
