import { useState } from 'react'
import { useTexts } from '#web/texts/texts.ts'
import type { PasskeyAnswer } from './browser-passkeys.ts'

/** Asks the browser for a passkey; what went wrong is said in words. */
export function usePasskey() {
  const { t } = useTexts()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  /** Returns what the browser answered; undefined when it did not, and `failure` says why. */
  async function ask(
    options: string | undefined,
    by: (options: string) => Promise<PasskeyAnswer>,
  ): Promise<string | undefined> {
    setFailure(undefined)
    if (options === undefined) return undefined
    setPending(true)
    const answer = await by(options)
    setPending(false)
    if ('response' in answer) return answer.response
    setFailure(t(`passkey_pages.failure_${answer.failure}`, { address: answer.address }))
    return undefined
  }

  return { ask, isPending, failure, reset: () => setFailure(undefined) }
}
