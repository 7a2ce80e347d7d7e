import { fork } from 'node:child_process'

/** 384 MB, in pages of 64 kB: what the decoder of JPEG 2000 may take. */
const MAX_WASM_PAGES = 6_144

/** What became of a request: its answer, or that its process ended without one, or was late. */
export type Outcome<Answer> = { readonly answer: Answer } | 'ended' | 'late'

/**
 * Asks a process of its own, with an empty environment and little memory, and ends it. Only where this one keeps what
 * Node made of the sources it finds it too: that is half of the work of its start. A process that crashes means a
 * damaged or hostile file; one that cannot be started or is late says nothing about the file.
 */
export function askOwnProcess<Answer>(
  script: URL,
  request: object,
  timeoutMs: number,
): Promise<Outcome<Answer>> {
  return new Promise((resolve) => {
    const reader = fork(script, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {
        ...{ UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1', SystemRoot: process.env.SystemRoot },
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      },
      execArgv: [
        '--max-old-space-size=128',
        `--wasm-max-mem-pages=${MAX_WASM_PAGES}`,
        '--disable-proto=delete',
      ],
    })
    const timer = setTimeout(() => end('late'), timeoutMs)
    function end(outcome: Outcome<Answer>) {
      clearTimeout(timer)
      reader.kill('SIGKILL')
      resolve(outcome)
    }
    reader.once('message', (answer) => end({ answer: answer as Answer }))
    reader.once('error', () => end('late'))
    reader.once('exit', () => end('ended'))
    // What becomes of it is heard by the listeners above.
    reader.send(request, () => {})
  })
}
