import { useState } from 'react'
import type { Purpose } from '#domain/user/purposes.ts'
import { type ContactKind, useContactDraft } from './contact-draft.ts'
import { CODE_LENGTH, contactOf, useCode } from './use-code.ts'

/**
 * A contact and the code that proves it, as a form keeps them; `CodeStep` draws it.
 *
 * With `kind` the contact is of that kind, else it is the person's choice.
 */
export function useCodeStep(purpose: Purpose, kind?: ContactKind) {
  const typed = useContactDraft()
  const draft = kind ? { ...typed, kind } : typed
  const contact = contactOf(draft)
  const [code, setCode] = useState('')
  const codes = useCode(purpose)
  return {
    kind,
    contact,
    code,
    setCode,
    codes,
    send: () => void codes.send(draft),
    isReady: contact.contact !== '' && code.length === CODE_LENGTH,
  }
}
