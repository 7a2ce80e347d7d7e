import { expect, test } from 'vitest'
import { createTurns, type Turns } from './turns.ts'

/** Work that ends when it is told to, and what of it has begun. */
function workshop(turns: Turns) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    ask: (caller: string, name: string) =>
      turns.take(caller, () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      }),
    end: (name: string) => ends.get(name)!(),
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('one at a time for each caller, and callers take turns', async () => {
  const { begun, ask, end } = workshop(createTurns({ inAll: 2, waitingPerCaller: 40 }))
  const greedy = Array.from({ length: 40 }, (_, n) => ask('greedy', `g${n}`))
  const others = [ask('ana', 'a0'), ask('bob', 'b0')]
  await settled()
  expect(begun).toEqual(['g0', 'a0'])
  end('g0')
  await settled()
  // Bob has waited for his first turn; who asked forty times comes after him.
  expect(begun).toEqual(['g0', 'a0', 'b0'])
  end('a0')
  await settled()
  expect(begun).toEqual(['g0', 'a0', 'b0', 'g1'])
  end('b0')
  expect(await Promise.all(others)).toEqual(['a0', 'b0'])
  for (let n = 1; n < 40; n++) {
    end(`g${n}`)
    await settled()
  }
  expect(await Promise.all(greedy)).toHaveLength(40)
  expect(begun.filter((name) => name.startsWith('g'))).toEqual(Array.from({ length: 40 }, (_, n) => `g${n}`))
})

test('who waits for too much already is refused, and served again later', async () => {
  const { ask, end } = workshop(createTurns({ inAll: 2, waitingPerCaller: 2 }))
  const asked = [ask('greedy', 'g0'), ask('greedy', 'g1'), ask('greedy', 'g2')]
  await expect(ask('greedy', 'g3')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  for (const name of ['g0', 'g1', 'g2']) {
    end(name)
    await settled()
  }
  expect(await Promise.all(asked)).toEqual(['g0', 'g1', 'g2'])
  const again = ask('greedy', 'g4')
  await settled()
  end('g4')
  expect(await again).toBe('g4')
})

test('when too many of all wait nobody else does, whoever they are', async () => {
  const limits = { inAll: 1, waitingPerCaller: 2, waitingInAll: 3, retrySeconds: 5 }
  const { ask, end } = workshop(createTurns(limits))
  const names = ['ana', 'ana', 'bob', 'cid']
  const asked = names.map((caller, n) => ask(caller, `${n}`))
  await expect(ask('dan', 'd')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', params: { seconds: 5 } })
  for (const name of ['0', '2', '3', '1']) {
    await settled()
    end(name)
  }
  expect(await Promise.all(asked)).toEqual(['0', '1', '2', '3'])
})

test('who has waited for too long is refused with a wait, and its work never begins', async () => {
  const { begun, ask, end } = workshop(
    createTurns({ inAll: 1, waitingPerCaller: 2, waitMs: 0, retrySeconds: 2 }),
  )
  const running = ask('ana', 'a0')
  for (const late of [ask('bob', 'b0'), ask('ana', 'a1')])
    await expect(late).rejects.toMatchObject({ code: 'SERVER_BUSY', params: { seconds: 2 } })
  end('a0')
  expect(await running).toBe('a0')
  const again = ask('bob', 'b1')
  await settled()
  end('b1')
  expect(await again).toBe('b1')
  expect(begun).toEqual(['a0', 'b1'])
})

test('work that fails ends its turn', async () => {
  const turns = createTurns({ inAll: 1, waitingPerCaller: 1 })
  await expect(turns.take('ana', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take('bob', async () => 'yes')).toBe('yes')
})

test('what waits is dropped when it is closed, what runs may end, and nothing begins after it', async () => {
  const turns = createTurns({ inAll: 1, waitingPerCaller: 5 })
  const { begun, ask, end } = workshop(turns)
  const running = ask('ana', 'a0')
  const waiting = [ask('ana', 'a1'), ask('bob', 'b0')].map((asked) => asked.catch(({ code }) => code))
  await settled()
  turns.close()
  expect(await Promise.all(waiting)).toEqual(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'])
  await expect(ask('cid', 'c0')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  end('a0')
  expect(await running).toBe('a0')
  expect(begun).toEqual(['a0'])
})

test('T86: of a flood no more is done at once than may be, and who asks once is served in the order in which they came', async () => {
  const [inAll, waitingInAll] = [3, 40]
  const turns = createTurns<symbol>({ inAll, waitingPerCaller: 1, waitingInAll })
  const begun: number[] = []
  let [running, most] = [0, 0]
  const ask = (n: number) =>
    turns.take(Symbol(), async () => {
      begun.push(n)
      most = Math.max(most, ++running)
      await settled()
      running--
      // One that fails gives its turn on all the same.
      if (n % 4 === 0) throw new Error('failed')
    })
  const taken = Array.from({ length: inAll + waitingInAll }, (_, n) => n)
  const answers = await Promise.allSettled([...taken, 99].map(ask))
  expect([most, begun]).toEqual([inAll, taken])
  expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'TOO_MANY_REQUESTS' } })
  await ask(101)
  expect(begun.at(-1)).toBe(101)
})
