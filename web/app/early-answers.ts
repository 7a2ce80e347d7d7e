/**
 * Early responses: what `first-paint/first-paint.ts` asked for while the app's own files were still on their way, by
 * path; on a slow connection the first price is a round trip earlier. Of public calls without input, in the language that
 * was kept.
 */
const early = globalThis as { earlyAnswers?: Record<string, Promise<Response>> }

/** Whether a call was made before the app’s script ran, and nobody took its answer yet. */
export const hasEarlyAnswer = (path: string): boolean => early.earlyAnswers?.[path] !== undefined

/** Hands out an early answer, once: who asks again wants a new one. */
export function takeEarlyAnswer(path: string): Promise<Response> | undefined {
  const answer = early.earlyAnswers?.[path]
  delete early.earlyAnswers?.[path]
  return answer
}

/** Forgets what nobody has asked for by the time the first page stands: it would be old. */
export function dropEarlyAnswers(): void {
  delete early.earlyAnswers
}
