/**
 * Answers that `public/prerendered-hero.js` asked for while the app's own files were still on their way, by path: on a slow
 * connection the first price is a round trip earlier. Of public calls without input, in the language that was kept.
 */
declare global {
  interface Window {
    earlyAnswers?: Record<string, Promise<Response>>
  }
}

export const hasEarlyAnswer = (path: string): boolean => window.earlyAnswers?.[path] !== undefined

/** Hands out an early answer, once: who asks again wants a new one. */
export function takeEarlyAnswer(path: string): Promise<Response> | undefined {
  const answer = window.earlyAnswers?.[path]
  delete window.earlyAnswers?.[path]
  return answer
}

/** Forgets what nobody has asked for by the time the first page stands: it would be old. */
export function dropEarlyAnswers(): void {
  delete window.earlyAnswers
}
