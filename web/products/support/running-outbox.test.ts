import { expect, test } from 'vitest'
import { type Attempt, createOutbox } from './outbox.ts'
import { createOutboxKeeper } from './running-outbox.ts'

/** A keeper of outboxes whose attempts wait for the test. */
function keeper() {
  const sent: string[] = []
  const closed: string[] = []
  let answer: (attempt: Attempt) => void = () => {}
  const kept = createOutboxKeeper((uid, onChange) => {
    const outbox = createOutbox({
      send({ text }) {
        sent.push(`${uid}: ${text}`)
        return new Promise((resolve) => {
          answer = resolve
        })
      },
      kept: [],
      onChange,
      later: () => () => {},
    })
    return {
      outbox,
      close() {
        closed.push(uid)
        outbox.stop()
      },
    }
  })
  return {
    kept,
    sent,
    closed,
    async answer(attempt: Attempt) {
      answer(attempt)
      await new Promise<void>((resolve) => setImmediate(resolve))
    },
  }
}
const message = (text: string) => ({ key: `key-of-${text}`, text, atMs: 1 })

test('what was written is sent after its page was left, and the page that comes back finds what is on its way', async () => {
  const { kept, sent, answer } = keeper()
  const page = kept.of('7')
  const leave = page.subscribe(() => {})
  page.outbox.add(message('first'))
  page.outbox.add(message('second'))
  leave()
  await answer({ is: 'sent' })
  expect(sent).toEqual(['7: first', '7: second'])
  expect(
    kept
      .of('7')
      .items()
      .map(({ text }) => text),
  ).toEqual(['second'])
})

test('a customer’s outbox sends nothing once another’s is open, or it was closed', async () => {
  const { kept, sent, closed, answer } = keeper()
  kept.of('7').outbox.add(message('first'))
  kept.of('7').outbox.add(message('second'))
  kept.of('8')
  await answer({ is: 'sent' })
  expect([sent, closed]).toEqual([['7: first'], ['7']])
  kept.close()
  expect(closed).toEqual(['7', '8'])
})
