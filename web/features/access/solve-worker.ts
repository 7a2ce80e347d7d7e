import { solveWork } from '#domain/user/work.ts'

/** Solves the one challenge that it is sent, beside the page, so that this stays as it is to use. */
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(solveWork(data)), { once: true })
