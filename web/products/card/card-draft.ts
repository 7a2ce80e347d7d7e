import { useEffect } from 'react'
import { create } from 'zustand'
import type { saveInternationalCard } from '#domain/card/contract.ts'
import type { ArgumentsOf } from '#domain/endpoint.ts'
import { useClient } from '#web/app/client-state.ts'
import { countriesIn } from '#web/features/access/calling-codes.ts'
import { usePicked } from '#web/features/access/picked.ts'

type Typed = ArgumentsOf<typeof saveInternationalCard>

/** The fields of an international card that end with a country. */
export const placeFields = ['bankAddress', 'address'] as const
export type PlaceField = (typeof placeFields)[number]
export const isPlaceField = (field: string): field is PlaceField =>
  (placeFields as readonly string[]).includes(field)

interface Draft {
  readonly uid: string | undefined
  readonly typed: Typed
  readonly field: PlaceField
}

/** A form that was left for the page of countries, in memory alone: it has the card's number. */
const useDraft = create<{ readonly draft?: Draft | undefined }>()(() => ({}))

const uidNow = (): string | undefined => useClient.getState().user?.uid

/** Keeps what is typed while the country of a field is chosen. */
export function leaveForCountry(typed: Typed, field: PlaceField): void {
  usePicked.setState({ country: undefined })
  useDraft.setState({ draft: { uid: uidNow(), typed, field } })
}

/** What the form begins with: what it was left with by the same customer, and the country that was chosen meanwhile. */
export function draftNow(): Typed | undefined {
  const { draft } = useDraft.getState()
  if (!draft || draft.uid !== uidNow()) return undefined
  const { country } = usePicked.getState()
  return country === undefined ? draft.typed : withCountry(draft.typed, draft.field, country)
}

/** Forgets it once the form stands there again. */
export const useForgottenDraft = (): void =>
  useEffect(() => {
    useDraft.setState({ draft: undefined })
    usePicked.setState({ country: undefined })
  }, [])

/**
 * An address with its country at the end, once; by its English name, which banks abroad can read.
 * @example withCountry({ address: '12 Rua Augusta, Lisboa' }, 'address', 'PT') // … 'Lisboa, Portugal'
 */
export function withCountry(typed: Typed, field: PlaceField, country: string): Typed {
  const name = countriesIn('en').find((one) => one.country === country)?.name
  const address = (typed[field] ?? '').trim().replace(/,$/, '')
  if (name === undefined || address.endsWith(name)) return typed
  return { ...typed, [field]: address === '' ? name : `${address}, ${name}` }
}
