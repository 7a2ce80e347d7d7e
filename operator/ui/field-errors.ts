import { createContext, useContext } from 'react'
import type { Endpoint } from '#domain/endpoint.ts'
import { ApiError } from '#web/app/api-error.ts'
import { t } from '../texts.ts'

/** What is wrong with the fields of a form, by their names. */
export type FieldErrors = Readonly<Record<string, string>>

export const FieldErrorsContext = createContext<FieldErrors>({})

/** What is wrong with one of the fields around. */
export function useFieldError(name: string | undefined): string | undefined {
  const errors = useContext(FieldErrorsContext)
  return name !== undefined && Object.hasOwn(errors, name) ? errors[name] : undefined
}

/**
 * The field that a refusal is about, and what to say there in plain words; undefined for any other failure. `allowed` is what
 * the form itself knows of its fields: what is allowed there now.
 */
export function refusedField(
  endpoint: Pick<Endpoint, 'input'>,
  error: unknown,
  allowed: FieldErrors = {},
): { readonly name: string; readonly text: string } | undefined {
  if (!(error instanceof ApiError) || error.field === undefined) return undefined
  const { code, field: name } = error
  return Object.hasOwn(endpoint.input.shape, name) ? { name, text: wordsOf(code, name, allowed) } : undefined
}

/** What is allowed where terms are refused for one field. */
const allowedTexts = {
  termDays: 'proposal.allowed_term',
  dailyRate: 'proposal.allowed_rate',
  rewardCurrency: 'proposal.allowed_reward',
  penaltyRate: 'proposal.allowed_penalty',
  noticeHours: 'proposal.allowed_notice',
  minimum: 'proposal.allowed_minimum',
  maximum: 'proposal.allowed_maximum',
  cap: 'proposal.allowed_cap',
  maxDaily: 'proposal.allowed_daily',
  lossLimit: 'proposal.allowed_loss',
  exposureBps: 'proposal.allowed_exposure',
} as const

/** What a payment is found by on its chain or at its bank: `readTxReference` says what one is. */
const referenceFields: readonly string[] = ['txReference', 'bankReference']

function wordsOf(code: string, field: string, allowed: FieldErrors): string {
  if (code === 'TERMS_INVALID' && Object.hasOwn(allowed, field)) return allowed[field]!
  if (code === 'TERMS_INVALID' && Object.hasOwn(allowedTexts, field))
    return t(allowedTexts[field as keyof typeof allowedTexts])
  if (code === 'TEXT_PUNCTUATION') return t('proposal.field_punctuation')
  if (code === 'TEXT_TOO_LONG') return t('proposal.field_long')
  if (code === 'ADDRESS_INVALID') return t('proposal.allowed_address')
  if (code === 'PARAMETER_ERROR' && referenceFields.includes(field)) return t('proposal.allowed_reference')
  return code === 'PARAMETER_ERROR' ? t('proposal.field_invalid') : t('proposal.field_refused')
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The fields of a form that a browser would not send, in their order. */
export const invalidControls = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (one): one is Control =>
      'willValidate' in one && (one as Control).willValidate && !(one as Control).validity.valid,
  )

/** What is wrong with each of them, in words; what a field says of itself is left to it. */
export const errorsOf = (controls: readonly Control[]): FieldErrors =>
  Object.fromEntries(
    controls
      .filter(({ validity }) => !validity.customError)
      .map((control) => [
        control.dataset.field ?? control.name,
        control.validity.valueMissing ? t('proposal.field_missing') : t('proposal.field_whole'),
      ]),
  )
