import { sendCode } from '#domain/user/contract.ts'
import { solveWork } from '#domain/user/work.ts'
import type { TestApp } from './app.ts'
import type { Answer, CallOptions } from './http.ts'

/** The challenge that an answer came with, solved, as the call takes it. */
export function solved({ body }: Pick<Answer, 'body'>): string {
  const { work } = JSON.parse(body) as { work?: string }
  if (!work) throw new Error(`a challenge was expected: ${body}`)
  return `${work}.${solveWork(work)}`
}

/** Asks for a code as the app does: with work where that is asked for. */
export async function sendCodeWithWork(
  app: TestApp,
  input: Record<string, unknown>,
  token?: string,
  options?: Omit<CallOptions, 'token'>,
): Promise<Answer> {
  const answer = await app.call(sendCode, input, token, options)
  if (answer.error !== 'CODE_WORK_NEEDED') return answer
  return app.call(sendCode, { ...input, work: solved(answer) }, token, options)
}
