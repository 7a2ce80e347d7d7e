import { expect, test } from 'vitest'
import { ApiError } from '#web/app/api-error.ts'
import { paced } from './paced.ts'

const many = () => new ApiError('TOO_MANY_REQUESTS', 'words')

/** A server that answers so many requests until somebody waits. */
function limited(perWait: number) {
  let left = perWait
  const waits: number[] = []
  return {
    waits,
    async request<T>(answer: T): Promise<T> {
      if (left === 0) throw many()
      left--
      return answer
    },
    async wait(ms: number) {
      waits.push(ms)
      left = perWait
    },
  }
}

test('more is read than is answered at once: what is refused for that is asked for again', async () => {
  const server = limited(60)
  const read: number[] = []
  for (let number = 1; number <= 150; number++)
    read.push(await paced(() => server.request(number), server.wait))
  expect(read).toEqual(Array.from({ length: 150 }, (_, index) => index + 1))
  expect(server.waits).toHaveLength(2)
})

test('what is refused for another reason is not asked for again', async () => {
  let asked = 0
  const request = async () => {
    asked++
    throw new ApiError('NOT_FOUND', 'words')
  }
  await expect(paced(request, async () => {})).rejects.toThrow('words')
  expect(asked).toBe(1)
})

test('it ends where waiting does not help', async () => {
  const server = limited(0)
  await expect(paced(() => server.request(1), server.wait)).rejects.toThrow(ApiError)
  expect(server.waits).toHaveLength(7)
})
