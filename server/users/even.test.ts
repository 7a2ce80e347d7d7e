import { expect, test } from 'vitest'
import { evenlyAfter } from './even.ts'

/** Waits that end when they are told to, and what happened in which order. */
function room() {
  const happened: string[] = []
  let end = () => {}
  const wait = (ms: number) => {
    happened.push(`wait ${ms}`)
    return new Promise<void>((resolve) => {
      end = resolve
    })
  }
  return { happened, evenly: evenlyAfter(25, wait), end: () => end() }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('T55: the wait begins before the work, and the answer comes after both', async () => {
  const { happened, evenly, end } = room()
  const answer = evenly(async () => happened.push('work')).then(() => happened.push('answer'))
  await settled()
  expect(happened).toEqual(['wait 25', 'work'])
  end()
  await answer
  expect(happened).toEqual(['wait 25', 'work', 'answer'])
})

test('T55: a refusal waits as an answer does', async () => {
  const { happened, evenly, end } = room()
  const refused = evenly(() => Promise.reject(new Error('no'))).catch(() => happened.push('refused'))
  await settled()
  expect(happened).toEqual(['wait 25'])
  end()
  await refused
  expect(happened).toEqual(['wait 25', 'refused'])
})

test('work that takes longer than the wait is waited for', async () => {
  const { happened, evenly, end } = room()
  let finish = () => {}
  const answer = evenly(() => new Promise<void>((resolve) => (finish = resolve))).then(() =>
    happened.push('answer'),
  )
  end()
  await settled()
  expect(happened).toEqual(['wait 25'])
  finish()
  await answer
})
