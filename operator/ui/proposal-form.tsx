import { TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { proposalView } from '#domain/console/contract.ts'
import type { Unusual } from '#domain/console/unusual.ts'
import type { ArgumentsOf, Endpoint } from '#domain/endpoint.ts'
import { consoleListing } from '#domain/listing/console.ts'
import type { Rate } from '#domain/money/amount.ts'
import { formatRate, parsePercent } from '#domain/money/rate.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { t } from '../texts.ts'
import { Choice } from './choice.tsx'
import {
  errorsOf,
  type FieldErrors,
  FieldErrorsContext,
  invalidControls,
  refusedField,
  useFieldError,
} from './field-errors.ts'
import { Panel } from './panel.tsx'
import { Refused } from './states.tsx'
import { decimalOf, readingsOf } from './typed-amount.ts'
import { UnusualNote } from './unusual.tsx'

type Typed = Readonly<Record<string, string>>

/**
 * A proposal to fill in, as a panel: a heading, its fields, a reason. The fields are named as the endpoint's
 * input is.
 */
export function ProposalForm<E extends Endpoint<z.ZodMiniObject, typeof proposalView>>({
  endpoint,
  panel,
  title,
  text,
  inputOf = (typed) => typed,
  beginsAtReason = false,
  allowed,
  onClose,
  children,
}: {
  endpoint: E
  panel: string
  title: string
  text: string
  /** What is sent where it is not the fields as they were typed; nothing is sent for `undefined`. */
  inputOf?: (typed: Typed) => Typed | undefined
  /** Whether the reason is all there is to fill in: the focus goes there. */
  beginsAtReason?: boolean
  /** What is allowed in its fields, where that differs by what the form is about. */
  allowed?: FieldErrors
  onClose(): void
  children: ReactNode
}) {
  const proposing = useApiMutation(endpoint)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isWarned, setIsWarned] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (beginsAtReason) (form.current?.elements.namedItem('reason') as HTMLElement | null)?.focus()
  }, [beginsAtReason])
  const about = refusedField(endpoint, proposing.error, allowed)
  // Of what the form has no field for the refusal itself is shown.
  const refused = about && form.current?.elements.namedItem(about.name) ? about : undefined

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    const invalid = invalidControls(currentTarget)
    setErrors(errorsOf(invalid))
    if (invalid[0]) return invalid[0].focus()
    // Asked once: what is sent after that is meant.
    if (!isWarned && currentTarget.querySelector('[data-unusual]')) return setIsWarned(true)
    const fields = [...new FormData(currentTarget)].map(([name, value]) => [name, String(value).trim()])
    const input = inputOf(Object.fromEntries(fields))
    if (!input || !(await proposing.send(input as ArgumentsOf<E>))) return
    toast(t('proposal.proposed'))
    // Something else may have been chosen while the answer was on its way.
    if (currentTarget.isConnected) onClose()
  }
  /** What was said of what stood there before. */
  function changed() {
    setErrors({})
    setIsWarned(false)
    if (proposing.error) proposing.reset()
  }
  return (
    <Panel title={panel} onClose={onClose}>
      <p className="text-20 font-semibold">{title}</p>
      <p className="mb-4 text-13 text-t2">{text}</p>
      <form ref={form} noValidate onSubmit={submit} onInput={changed} className="flex flex-col gap-3">
        <FieldErrorsContext value={refused ? { ...errors, [refused.name]: refused.text } : errors}>
          {children}
          <ReasonField />
        </FieldErrorsContext>
        <Refused error={refused ? undefined : proposing.error} />
        {isWarned && (
          <p role="alert" className="flex gap-2 text-13 text-gold">
            <TriangleAlert aria-hidden size={16} className="mt-px shrink-0" />
            {t('proposal.unusual')}
          </p>
        )}
        <Button type="submit" kind="primary" isPending={proposing.isPending}>
          {isWarned ? t('proposal.submit_unusual') : t('proposal.submit')}
        </Button>
      </form>
    </Panel>
  )
}

/** A field for an address, a reference or the like: taken as it is typed. */
export function PlainField(props: FieldProps) {
  const error = useFieldError(props.name)
  return <Field autoComplete="off" spellCheck={false} required {...props} error={props.error ?? error} />
}

function ReasonField() {
  return <TextArea label={t('common.reason')} name="reason" required error={useFieldError('reason')} />
}

/** A field for an amount, typed as people write numbers and sent as a plain decimal. */
export const DecimalField = ({
  defaultValue,
  ...props
}: Omit<FieldProps, 'value' | 'defaultValue' | 'onChange' | 'ref' | 'name' | 'error'> & {
  name: string
  defaultValue?: string | undefined
  unusualOf?: (decimal: string) => Unusual | undefined
}) => (
  <ParsedField
    {...props}
    value={defaultValue}
    read={decimalOf}
    write={(decimal) => decimal}
    error={numberError}
    hintOf={(decimal, typed) => readText(decimal, typed)}
  />
)

/** The same where what it means is kept by its page: empty while it means nothing. */
export function AmountField({
  onChange,
  ...props
}: Omit<FieldProps, 'value' | 'onChange' | 'ref'> & { onChange(decimal: string): void }) {
  const [typed, setTyped] = useState('')
  const meant = decimalOf(typed)
  return (
    <Field
      inputMode="decimal"
      autoComplete="off"
      {...props}
      value={typed}
      error={typed === '' || meant !== undefined ? props.error : numberError(typed)}
      hint={(meant === undefined ? undefined : readText(meant, typed)) ?? props.hint}
      onChange={(event) => {
        const text = event.target.value.trim()
        setTyped(text)
        onChange(decimalOf(text) ?? '')
      }}
    />
  )
}

/** A number as it was read, with its thousands separated; nothing where it was typed like that. */
const readText = (decimal: string, typed: string): string | undefined =>
  typed === decimal && !/^\d{4}/.test(decimal)
    ? undefined
    : t('proposal.number_read', { amount: amount(decimal, 0) })

/** Why a text is not taken as a number: it is none, or two. */
function numberError(text: string): string {
  const readings = readingsOf(text)
  return readings
    ? t('proposal.number_ambiguous', { one: readings[0], other: readings[1] })
    : t('proposal.number_error')
}

/** A field that is read while it is typed, and sent as `write` says; what cannot be read stops the form. */
export function ParsedField<Value>({
  name,
  value = '',
  read,
  write,
  error,
  hintOf,
  unusualOf,
  ...field
}: Omit<FieldProps, 'value' | 'onChange' | 'ref' | 'error'> & {
  value?: string | undefined
  /** Returns: what the text means; undefined for one that cannot be. */
  read: (text: string) => Value | undefined
  write: (value: Value) => string
  /** What is said of a text that cannot be. */
  error: string | ((text: string) => string)
  hintOf?: ((value: Value, typed: string) => string | undefined) | undefined
  /** Why what is typed should be looked at twice. */
  unusualOf?: ((value: Value) => Unusual | undefined) | undefined
}) {
  const [typed, setTyped] = useState(value)
  const refused = useFieldError(name)
  const meant = read(typed)
  const errorText = typeof error === 'string' ? error : error(typed)
  const wrong = typed !== '' && meant === undefined ? errorText : undefined
  const unusual = meant === undefined ? undefined : unusualOf?.(meant)
  return (
    // One element, so that a row of fields counts both inputs as one.
    <div>
      <Field
        inputMode="decimal"
        autoComplete="off"
        required
        {...field}
        ref={(input) => input?.setCustomValidity(wrong ?? '')}
        data-field={name}
        value={typed}
        error={wrong ?? refused}
        hint={meant === undefined ? field.hint : (hintOf?.(meant, typed) ?? field.hint)}
        onChange={(event) => setTyped(event.target.value.trim())}
      />
      {unusual && <UnusualNote unusual={unusual} />}
      <input type="hidden" name={name} value={meant === undefined ? '' : write(meant)} />
    </div>
  )
}

/** A field for a rate, typed in percent and sent as a fraction of one. */
export const PercentField = (props: {
  label: string
  name: string
  value?: string | undefined
  hintOf?: (rate: Rate) => string
  unusualOf?: (rate: Rate) => Unusual | undefined
}) => <ParsedField {...props} read={percentOf} write={formatRate} error={t('proposal.percent_error')} />

function percentOf(text: string): Rate | undefined {
  const decimal = decimalOf(text)
  return decimal === undefined ? undefined : parsePercent(decimal)
}

/** One of the listed currencies, as a field of a form; until they are known, the one that is chosen at first. */
export function CurrencyChoice({
  label = t('common.currency'),
  name = 'currency',
  value = 'USDT',
  onChange,
}: {
  label?: string
  name?: string
  value?: string
  onChange?: (code: string) => void
}) {
  const { data } = useApiQuery(consoleListing, {})
  const codes = data?.currencies.map(({ code }) => code) ?? [value]
  return (
    <Choice
      // Begins anew with the list: a select forgets its value where its options change.
      key={data?.version}
      label={label}
      name={name}
      options={codes.map((code) => ({ id: code, label: code }))}
      value={value}
      onChange={onChange}
    />
  )
}
