import type { Gets, Posts } from './calls.js'

export type { Gets, Posts } from './calls.js'

/** What the server refused. `code` says what, in one word that does not change; `message` is for people. */
export declare class PlumbError extends Error {
  readonly code: string
  /** The field that it is about, where it is about one. */
  readonly field: string | undefined
  /** Of `CODE_WORK_NEEDED`: a challenge. The same call is taken with it, a dot and its solution as `work`. */
  readonly work: string | undefined
  /** What is missing, where the same call would be taken with it. */
  readonly needs: 'session' | 'verification' | undefined
}

type Input<Call> = Call extends { input: infer Fields } ? Fields : never
type Output<Call> = Call extends { output: infer Answer } ? Answer : never
/** The input may be left out where nothing has to be said. */
type Arguments<Call> =
  Record<string, never> extends Input<Call> ? [input?: Input<Call>] : [input: Input<Call>]

export interface Plumb {
  /** Asks something. Throws a `PlumbError` where it is refused. */
  get<Path extends keyof Gets>(path: Path, ...input: Arguments<Gets[Path]>): Promise<Output<Gets[Path]>>
  /**
   * Does something. Throws a `PlumbError` where it is refused. `key`: sent again with it, it is done once and answered alike, for
   * two days; a new one for each call without.
   */
  post<Path extends keyof Posts>(
    path: Path,
    input: Input<Posts[Path]>,
    options?: { readonly key?: string },
  ): Promise<Output<Posts[Path]>>
  /** Acts with another session from now on, or with none. */
  useToken(token: string | undefined): void
}

export declare function createPlumb(options: {
  /** Where the exchange is. @example 'https://exchange.example' */
  readonly url: string
  /** What a sign-in answered. */
  readonly token?: string
  /** Of messages: `en`, `zh`, `hk`, `jp`, `kor`, `xp` or `ydl`. */
  readonly language?: string
  readonly fetch?: typeof fetch
}): Plumb
