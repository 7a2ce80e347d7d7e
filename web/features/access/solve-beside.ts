import url from './solve-worker.ts?worker&url'

/** What browsers with Trusted Types have; TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string }
}

/** As for the service worker: this URL, and no other, may become a script. */
const policy = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('code-work', {
  createScriptURL: () => url,
})

/** Solves a challenge in a worker; returns the challenge with its solution, as the call takes it. */
export async function solveBeside(challenge: string): Promise<string> {
  const worker = new Worker(policy?.createScriptURL(url) ?? url, { type: 'module' })
  try {
    const solution = await new Promise<string>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data))
      worker.addEventListener('error', () => reject(new Error('the worker does not run')))
      worker.postMessage(challenge)
    })
    return `${challenge}.${solution}`
  } finally {
    worker.terminate()
  }
}
