import { type FormEvent, useState } from 'react'
import { proposeEarnEdit, proposeEarnProduct } from '#domain/earn/console.ts'
import { productTags } from '#domain/earn/contract.ts'
import { apr } from '#domain/earn/rules.ts'
import { currencies } from '#domain/money/currencies.ts'
import { formatPercent, formatRate, parsePercent } from '#domain/money/rate.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { t } from '../texts.ts'
import { Choice } from '../ui/choice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Refused } from '../ui/states.tsx'
import { TextArea } from '../ui/text-area.tsx'
import type { Product } from './earn.tsx'

/** The terms of a new product, or other terms for one there is; what comes of it is a proposal. */
export function EarnForm({ product, onClose }: { product?: Product; onClose(): void }) {
  const create = useApiMutation(proposeEarnProduct)
  const edit = useApiMutation(proposeEarnEdit)
  const [daily, setDaily] = useState(product?.dailyPercent ?? '')
  const [penalty, setPenalty] = useState(product?.penaltyPercent ?? '')
  const dailyRate = parsePercent(daily)
  const penaltyRate = parsePercent(penalty)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (dailyRate === undefined || penaltyRate === undefined) return
    const { currentTarget } = event
    const form = new FormData(currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const tag = productTags.find((name) => name === text('tag'))
    const terms = {
      dailyRate: formatRate(dailyRate),
      penaltyRate: formatRate(penaltyRate),
      minimum: text('minimum'),
      maximum: text('maximum'),
      cap: text('cap'),
      ...(tag ? { tag } : {}),
      reason: text('reason'),
    }
    const made = product
      ? await edit.send({ id: product.id, ...terms })
      : await create.send({ currency: text('currency'), termDays: text('termDays'), ...terms })
    if (!made) return
    toast(t('proposal.proposed'))
    // Something else may have been chosen while the answer was on its way.
    if (currentTarget.isConnected) onClose()
  }

  const percentError = (typed: string, read: bigint | undefined) =>
    typed !== '' && read === undefined ? t('earn.form_percent_error') : undefined
  return (
    <Panel title={product ? t('earn.edit') : t('earn.create')} onClose={onClose}>
      <p className="text-20 font-semibold">
        {product ? `${product.currency}, ${t('earn.days', { count: product.termDays })}` : t('earn.create')}
      </p>
      <p className="mb-4 text-13 text-t2">{product ? t('earn.edit_text') : t('earn.empty_text')}</p>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {!product && (
          <div className="grid grid-cols-2 gap-3">
            <Choice label={t('earn.form_currency')} name="currency" options={currencyOptions} value="USDT" />
            <Field
              label={t('earn.form_term')}
              name="termDays"
              inputMode="numeric"
              pattern="\d{1,3}"
              required
            />
          </div>
        )}
        <Field
          label={t('earn.form_daily')}
          inputMode="decimal"
          required
          value={daily}
          error={percentError(daily, dailyRate)}
          hint={
            dailyRate === undefined ? undefined : t('earn.form_apr', { apr: formatPercent(apr(dailyRate)) })
          }
          onChange={(event) => setDaily(event.target.value.trim())}
        />
        <Field
          label={t('earn.form_penalty')}
          inputMode="decimal"
          required
          value={penalty}
          error={percentError(penalty, penaltyRate)}
          onChange={(event) => setPenalty(event.target.value.trim())}
        />
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={t('earn.form_minimum')}
            name="minimum"
            inputMode="decimal"
            required
            defaultValue={product?.minimum}
          />
          <Choice label={t('earn.form_tag')} name="tag" options={tagOptions} value={product?.tag ?? ''} />
        </div>
        <Field
          label={t('earn.form_maximum')}
          name="maximum"
          inputMode="decimal"
          required
          defaultValue={product?.maximum}
        />
        <Field
          label={t('earn.form_cap')}
          name="cap"
          inputMode="decimal"
          required
          defaultValue={product?.cap}
        />
        <TextArea label={t('common.reason')} name="reason" required />
        <Refused error={create.error ?? edit.error} />
        <Button type="submit" kind="primary" isPending={create.isPending || edit.isPending}>
          {t('earn.form_submit')}
        </Button>
      </form>
    </Panel>
  )
}

const currencyOptions = currencies.map(({ code }) => ({ id: code, label: code }))
const tagOptions = (['', ...productTags] as const).map((id) => ({
  id,
  label: t(`earn.tag_${id || 'none'}`),
}))
