import { Check, X } from 'lucide-react'
import type { OutputOf } from '#domain/endpoint.ts'
import type { CaseView, openVerification } from '#domain/verification/console.ts'
import type { Item } from '#domain/verification/rules.ts'
import { cx } from '#web/ui/cx.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { t } from '../../texts.ts'

/** The items that the viewer refuses, each with the reason. */
export type Refusals = Readonly<Partial<Record<Item, string>>> & Readonly<Record<string, string>>

const presets = ['glare', 'blur', 'cut', 'differs'] as const
type Preset = (typeof presets)[number] | 'photos'

/** Every item with what was said; while the case is open each is accepted or refused with a reason. */
export function ItemList({
  items,
  details,
  idType,
  refusals,
  onChange,
}: {
  items: CaseView['items']
  details: OutputOf<typeof openVerification>['details']
  idType: OutputOf<typeof openVerification>['idType']
  refusals: Refusals
  onChange?(refusals: Refusals): void
}) {
  return (
    <ul>
      {items.map(({ item, why, isAcceptedBefore }) => {
        const detail = details.find((one) => one.item === item)
        const name = t(`verification.item_${item}`)
        const notes = [
          isAcceptedBefore && t('verification.accepted_before'),
          detail?.check === 'age' &&
            detail.age !== null &&
            t('verification.check_age', { age: String(detail.age) }),
          detail?.check === 'one-account' && t('verification.check_one-account'),
          detail?.check === 'other-account' && t('verification.check_other-account'),
        ].filter(Boolean)
        const reason = refusals[item]
        const isNumberAlone = item === 'number' && !items.some((one) => one.item === 'front')
        return (
          <li key={item} className="border-t border-line py-2">
            <div className="flex items-center gap-2">
              <div className="min-w-0 flex-1">
                <p className="text-13">
                  <span
                    className={cx('font-semibold', (why !== null || reason !== undefined) && 'text-danger')}
                  >
                    {name}
                  </span>{' '}
                  <span className="text-t3">{notes.join(', ')}</span>
                </p>
                {detail?.value && (
                  <p className="text-15 break-words">
                    {item === 'number' && idType && `${t(`verification.id_${idType}`)} `}
                    {detail.value}
                  </p>
                )}
                {detail?.verifiedName && (
                  <p className="text-13 break-words text-danger">
                    {t('verification.other_name', { name: detail.verifiedName })}
                  </p>
                )}
                {why !== null && <p className="text-13 text-danger break-words">“{why}”</p>}
              </div>
              {onChange && !isAcceptedBefore && (
                <Choice item={item} name={name} refusals={refusals} onChange={onChange} />
              )}
            </div>
            {onChange && reason !== undefined && (
              <Reason
                name={name}
                presets={isNumberAlone ? ['photos', ...presets] : presets}
                reason={reason}
                onChange={(text) => onChange({ ...refusals, [item]: text })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Choice({
  item,
  name,
  refusals,
  onChange,
}: {
  item: Item
  name: string
  refusals: Refusals
  onChange(refusals: Refusals): void
}) {
  const isRefused = refusals[item] !== undefined
  const look = 'press flex size-11 shrink-0 items-center justify-center rounded-8'
  return (
    <>
      <button
        type="button"
        aria-label={t('verification.accept_item', { item: name })}
        aria-pressed={!isRefused}
        onClick={() => onChange(Object.fromEntries(Object.entries(refusals).filter(([one]) => one !== item)))}
        className={cx(look, isRefused ? 'bg-s2 text-t2' : 'bg-t1 text-ink')}
      >
        <Check aria-hidden size={18} />
      </button>
      <button
        type="button"
        aria-label={t('verification.refuse_item', { item: name })}
        aria-pressed={isRefused}
        onClick={() => onChange({ ...refusals, [item]: refusals[item] ?? '' })}
        className={cx(look, isRefused ? 'bg-danger text-ink' : 'bg-s2 text-t2')}
      >
        <X aria-hidden size={18} />
      </button>
    </>
  )
}

/** The reason as the customer will read it, from a usual one or typed. */
function Reason({
  name,
  presets,
  reason,
  onChange,
}: {
  name: string
  presets: readonly Preset[]
  reason: string
  onChange(text: string): void
}) {
  return (
    <div className="pt-2">
      <label className="block pb-2 text-12 text-t2">
        {t('verification.preset')}
        <select
          value=""
          onChange={(event) => onChange(event.target.value)}
          className="mt-1 block min-h-11 w-full rounded-8 border border-line2 bg-s1 px-2 text-13 text-t1"
        >
          <option value="" />
          {presets.map((preset) => (
            <option key={preset}>{t(`verification.preset_${preset}`)}</option>
          ))}
        </select>
      </label>
      <TextArea
        label={t('verification.why', { item: name })}
        maxLength={300}
        value={reason}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
