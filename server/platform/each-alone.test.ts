import { expect, test } from 'vitest'
import { eachAlone } from './each-alone.ts'

test('one that fails keeps none of the others from their turn, and is told at the end', async () => {
  const done: number[] = []
  const work = async (n: number) => {
    if (n % 2 === 0) throw new Error(`not ${n}`)
    done.push(n)
  }
  await expect(eachAlone([1, 2, 3, 4, 5], work)).rejects.toThrow('not 2')
  expect(done).toEqual([1, 3, 5])
  await eachAlone([7], work)
  expect(done).toEqual([1, 3, 5, 7])
})
