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
  const [waitSeconds, begin] = useCountdown()

  /** Without a contact the code goes to the one the account has. */
  async function send(draft?: ContactDraft): Promise<void> {
    const sent = await call.send({ ...(draft && contactOf(draft)), purpose })
    if (!sent) return
    setSentTo(sent.contact)
    begin(sent.waitSeconds)
  }

  return { send, sentTo, waitSeconds, isPending: call.isPending, error: call.error, reset: call.reset }
}
