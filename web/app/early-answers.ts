/**
 * Answers that `public/prerendered-hero.js` asked for while the app's own files were still on their way, by URL: on a slow
 * connection the first price is a round trip earlier.
 */
declare global {
  interface Window {
    earlyAnswers?: Record<string, Promise<Response>>
  }
}

/** Hands out an early answer, once: who asks again wants a new one. */
export function takeEarlyAnswer(url: string): Promise<Response> | undefined {
  const answer = window.earlyAnswers?.[url]
  delete window.earlyAnswers?.[url]
  return answer
}

/** Forgets what nobody has asked for by the time the first page stands: it would be old. */
export function dropEarlyAnswers(): void {
  delete window.earlyAnswers
}
