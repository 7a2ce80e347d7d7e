import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { saveInternationalCard } from '#domain/card/contract.ts'
import { bankNetworks, type CardField, type CardKind, cardFields, decideCard } from '#domain/card/rules.ts'
import type { ArgumentsOf } from '#domain/endpoint.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { draftNow, isPlaceField, leaveForCountry, useForgottenDraft } from './card-draft.ts'
import { callsOf } from './kinds.ts'
import { networkLabel } from './network-label.ts'

type Typed = ArgumentsOf<typeof saveInternationalCard>

/** How browsers fill each field in; the number by hand alone, since it is kept nowhere on the device. */
const autoComplete = {
  ...{ realName: 'cc-name', cardNumber: 'off', phone: 'tel', address: 'street-address' },
  ...{ bankName: 'off', branch: 'off', aba: 'off', bankAddress: 'off', swiftCode: 'off' },
} as const
const lengths = {
  ...{ realName: 80, bankName: 80, cardNumber: 40, branch: 120, aba: 20, bankAddress: 200 },
  ...{ swiftCode: 20, phone: 30, address: 200 },
} as const
const keyboards: Readonly<Partial<Record<CardField, 'numeric' | 'tel'>>> = {
  ...{ cardNumber: 'numeric', aba: 'numeric', phone: 'tel' },
}

/** A card as it is typed in: all of it is required. What is wrong is said at its field. */
export function CardForm({ kind }: { kind: CardKind }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { save, page } = callsOf[kind]
  const saving = useApiMutation(save as typeof saveInternationalCard, { toastsRefusal: false })
  const [typed, setTyped] = useState<Typed>(() =>
    kind === 'domestic' ? {} : (draftNow() ?? { network: 'swift' }),
  )
  useForgottenDraft()
  const [isTried, setTried] = useState(false)
  const checked = decideCard(kind, trimmed(typed))
  function errorOf(field: CardField): string | undefined {
    if (saving.error?.field === field) return saving.error.message
    if (!isTried || checked.ok) return undefined
    // All that is missing at once; of what is wrong the first.
    if (!typed[field]?.trim()) return refusalText('FIELDS_REQUIRED')
    if (checked.params.field !== field) return undefined
    return refusalText(checked.code, checked.params)
  }
  function change(part: Typed): void {
    saving.reset()
    setTyped((before) => ({ ...before, ...part }))
  }
  async function send(): Promise<void> {
    setTried(true)
    if (!checked.ok || !(await saving.send(trimmed(typed)))) return
    await queries.invalidateQueries()
    toast(t('card_pages.saved'))
    navigate(toPage(page), { replace: true })
  }
  const { error } = saving
  const isElsewhere = error && !(cardFields[kind] as readonly (string | undefined)[]).includes(error.field)
  return (
    <form
      className="flex flex-col gap-3 gutter pt-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className="text-13 text-t2">{t('card_pages.why')}</p>
      {cardFields[kind].map((field) =>
        field === 'network' ? (
          <SelectField
            key={field}
            label={t('card_pages.field_network')}
            choices={bankNetworks.map((id) => ({ id, label: networkLabel(id, t) }))}
            value={typed.network ?? 'swift'}
            error={errorOf('network')}
            onChoose={(network) => change({ network })}
          />
        ) : (
          <div key={field}>
            <Field
              label={t(`card_pages.field_${field}`)}
              hint={
                field === 'realName'
                  ? t('card_pages.real_name_hint')
                  : field === 'cardNumber'
                    ? t('card_pages.number_hint')
                    : undefined
              }
              autoComplete={autoComplete[field]}
              inputMode={keyboards[field] ?? 'text'}
              maxLength={lengths[field]}
              spellCheck={false}
              value={typed[field] ?? ''}
              error={errorOf(field)}
              onChange={(event) => change({ [field]: event.target.value })}
            />
            {isPlaceField(field) && (
              <button
                type="button"
                onClick={() => {
                  leaveForCountry(typed, field)
                  navigate(toPage('pages/setting/areas'))
                }}
                className="press inline-flex min-h-11 items-center text-13 text-t2 underline decoration-line2 underline-offset-4"
              >
                {t('card_pages.add_country')}
              </button>
            )}
          </div>
        ),
      )}
      {isElsewhere && (
        <p role="alert" className="text-13 text-danger">
          {error.message}
        </p>
      )}
      <BottomBar>
        <Button type="submit" kind="primary" className="w-full" isPending={saving.isPending}>
          {t('card_pages.save')}
        </Button>
      </BottomBar>
    </form>
  )
}

const trimmed = (typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value?.trim()]))
