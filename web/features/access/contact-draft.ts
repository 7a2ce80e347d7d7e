import { create } from 'zustand'
import { guessCountry } from './calling-codes.ts'

export type ContactKind = 'email' | 'mobile'

/**
 * What somebody has typed to say who they are, kept while they go from sign-in to registering, to the
 * forgotten password or to the list of countries. Never a password, and gone when the app is closed.
 */
export interface ContactDraft {
  readonly kind: ContactKind
  readonly email: string
  readonly mobile: string
  /** The country of the mobile number, as its two letters. */
  readonly country: string
}

export const useContactDraft = create<ContactDraft>()(() => ({
  kind: 'email',
  email: '',
  mobile: '',
  country: guessCountry(navigator.languages),
}))

/** Changes what has been typed of a contact. */
export const changeContact = (change: Partial<ContactDraft>): void => useContactDraft.setState(change)
