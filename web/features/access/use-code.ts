import { useState } from 'react'
import { sendCode } from '#domain/user/contract.ts'
import type { Purpose } from '#domain/user/purposes.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { useCountdown } from '../time/use-countdown.ts'
import { callingCodeOf } from './calling-codes.ts'
import type { ContactDraft } from './contact-draft.ts'

/** How many digits a code has. */
export const CODE_LENGTH = 6

/** A contact as the calls take it. */
export const contactOf = (draft: ContactDraft) =>
  draft.kind === 'email'
    ? { contact: draft.email.trim(), kind: 'email' as const }
    : { contact: draft.mobile.trim(), kind: 'mobile' as const, areaCode: callingCodeOf(draft.country) }

/** Sends codes for one purpose, and says how long the next one has to wait. */
export function useCode(purpose: Purpose) {
  const call = useApiMutation(sendCode, { toastsRefusal: false })
  const [sentTo, setSentTo] = useState<string>()
  const [isChecking, setChecking] = useState(false)
  const [waitSeconds, begin] = useCountdown()

  /** Without a contact the code goes to the one the account has. While many are asked for, this device does some work first. */
  async function send(draft?: ContactDraft): Promise<void> {
    const input = { ...(draft && contactOf(draft)), purpose }
    let challenge: string | undefined
    let sent = await call.send(input, (error) => {
      challenge = error.work
    })
    if (challenge) {
      setChecking(true)
      try {
        const { solveBeside } = await import('./solve-beside.ts')
        sent = await call.send({ ...input, work: await solveBeside(challenge) })
      } catch {
        // What the call was refused with says what can be done.
      } finally {
        setChecking(false)
      }
    }
    if (!sent) return
    setSentTo(sent.contact)
    begin(sent.waitSeconds)
  }

  return {
    send,
    sentTo,
    waitSeconds,
    isChecking,
    isPending: isChecking || call.isPending,
    error: isChecking ? null : call.error,
    reset: call.reset,
  }
}
