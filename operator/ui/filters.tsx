import { Download, Search, SlidersHorizontal, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { csvOf, tableName } from '#domain/console/table.ts'
import type { ListEndpoint } from '#domain/list.ts'
import { consoleListing } from '#domain/listing/console.ts'
import { useApiQuery, useHttpClient } from '#web/app/use-api.ts'
import { cx } from '#web/ui/cx.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { t } from '../texts.ts'
import { Refused } from './states.tsx'
import { type TableState, takes } from './table-state.ts'
import { decimalOf } from './typed-amount.ts'
import { useSlashKey } from './use-slash-key.ts'

/** A filter that a table has by itself: one of a few. */
export interface OwnFilter {
  /** As the call and the URL name it. */
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly id: string; readonly label: string }[]
  /** Where nothing chosen means something, that has no "All". */
  readonly isAlwaysChosen?: boolean
}

const control =
  'min-h-11 md:min-h-9 min-w-0 rounded-8 border border-line2 bg-s1 px-2.5 text-13 text-t1 outline-none focus:border-white'

/** Everything above a table: search, filters, the file. All of it is in the URL. */
export function Filters({
  table,
  state,
  own,
  fixed,
  sorts,
}: {
  table: ListEndpoint
  state: TableState
  own: readonly OwnFilter[]
  /** What the page asks beside what is chosen here. */
  fixed: Readonly<Record<string, string>>
  /** The orders that can be chosen where there is no room for headings. */
  sorts: readonly { readonly id: string; readonly label: string }[]
}) {
  const [isOpen, setIsOpen] = useState(false)
  const isMore = isOpen || state.active > 0
  const more = takes(table, 'from') || takes(table, 'min') || own.length > 0
  const id = useId()
  return (
    <div className="flex flex-col gap-2 px-5 py-3">
      <div className="flex flex-wrap gap-2">
        {takes(table, 'q') && <SearchBox key={state.of('q')} state={state} />}
        {more && (
          <button
            type="button"
            aria-expanded={isMore}
            aria-controls={id}
            onClick={() => setIsOpen(!isMore)}
            className={cx(control, 'press flex shrink-0 items-center gap-2')}
          >
            <SlidersHorizontal aria-hidden size={16} />
            {t('table.filters')}
            {state.active > 0 && <span className="figures font-semibold">{state.active}</span>}
          </button>
        )}
        {state.active > 0 && (
          <button
            type="button"
            onClick={state.clear}
            className={cx(control, 'press flex items-center gap-1')}
          >
            <X aria-hidden size={16} />
            {t('table.clear')}
          </button>
        )}
        <span className="flex-1" />
        <CsvButton table={table} input={{ ...state.input, ...fixed }} />
      </div>
      <div id={id} hidden={!isMore}>
        {isMore && <More table={table} state={state} own={own} sorts={sorts} />}
      </div>
    </div>
  )
}

function SearchBox({ state }: { state: TableState }) {
  const field = useSlashKey()
  const sought = state.of('q')
  // What is searched for may change elsewhere: by "Clear", or by the way back.
  useEffect(() => {
    if (field.current) field.current.value = sought
  }, [field, sought])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    state.set({ q: String(new FormData(event.currentTarget).get('q')).trim() })
  }
  return (
    <form onSubmit={submit} className="w-full min-w-0 @min-[600px]:w-80">
      <label className={cx(control, 'flex items-center gap-2')}>
        <Search aria-hidden size={16} className="shrink-0 text-t2" />
        <input
          ref={field}
          name="q"
          type="search"
          enterKeyHint="search"
          maxLength={120}
          defaultValue={sought}
          onBlur={({ target }) => target.value.trim() !== sought && target.form?.requestSubmit()}
          aria-label={t('table.search')}
          placeholder={t('table.search')}
          className="w-full min-w-0 bg-transparent outline-none"
        />
      </label>
    </form>
  )
}

function More({
  table,
  state,
  own,
  sorts,
}: Pick<Parameters<typeof Filters>[0], 'table' | 'state' | 'own' | 'sorts'>) {
  const amountsWait = state.of('currency') === ''
  return (
    <div className="flex flex-wrap items-end gap-2">
      {own.map(({ name, label, options, isAlwaysChosen }) => (
        <Pick
          key={name}
          label={label}
          value={state.of(name)}
          options={isAlwaysChosen ? options : [{ id: '', label: t('table.all') }, ...options]}
          onChange={(value) => state.set({ [name]: value })}
        />
      ))}
      {takes(table, 'from') && (
        <>
          <Day label={t('table.from')} name="from" state={state} />
          <Day label={t('table.to')} name="to" state={state} />
        </>
      )}
      {takes(table, 'symbol') && <Instrument state={state} />}
      {takes(table, 'currency') && <Currency state={state} />}
      {takes(table, 'min') && (
        <>
          <Amount label={t('table.at_least')} name="min" state={state} isOff={amountsWait} />
          <Amount label={t('table.at_most')} name="max" state={state} isOff={amountsWait} />
        </>
      )}
      {sorts.length > 0 && (
        <span className="@min-[600px]:hidden">
          <Pick
            label={t('table.order')}
            value={`${state.of('sort')} ${state.of('dir')}`.trim()}
            options={[{ id: '', label: t('table.order_default') }, ...sorts]}
            onChange={(value) => {
              const [sort = '', dir = ''] = value.split(' ')
              state.set({ sort, dir })
            }}
          />
        </span>
      )}
    </div>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="flex min-w-0 flex-col gap-1 text-12 text-t2">
      {label}
      {children}
    </label>
  )
}

function Pick({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly { readonly id: string; readonly label: string }[]
  onChange(value: string): void
}) {
  return (
    <Labelled label={label}>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(control, 'max-w-44')}
      >
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

const Day = ({ label, name, state }: { label: string; name: 'from' | 'to'; state: TableState }) => (
  <Labelled label={label}>
    <input
      type="date"
      value={state.of(name)}
      onChange={(event) => state.set({ [name]: event.target.value })}
      className={cx(control, 'figures w-36')}
    />
  </Labelled>
)

function Instrument({ state }: { state: TableState }) {
  const listed = useApiQuery(consoleListing, {}).data?.instruments ?? []
  return (
    <Pick
      label={t('table.instrument')}
      value={state.of('symbol')}
      options={[
        { id: '', label: t('table.all') },
        ...listed.map(({ symbol, label }) => ({ id: symbol, label })),
      ]}
      onChange={(symbol) => state.set({ symbol })}
    />
  )
}

function Currency({ state }: { state: TableState }) {
  const codes = useApiQuery(consoleListing, {}).data?.currencies.map(({ code }) => code) ?? []
  const value = state.of('currency')
  const known = value === '' || codes.includes(value) ? codes : [value, ...codes]
  return (
    <Pick
      label={t('common.currency')}
      value={value}
      options={[{ id: '', label: t('table.all') }, ...known.map((id) => ({ id, label: id }))]}
      onChange={(currency) => state.set({ currency, ...(currency === '' && { min: '', max: '' }) })}
    />
  )
}

function Amount({
  label,
  name,
  state,
  isOff,
}: {
  label: string
  name: 'min' | 'max'
  state: TableState
  isOff: boolean
}) {
  const used = state.of(name)
  const [typed, setTyped] = useState(used)
  useEffect(() => setTyped(used), [used])
  const isWrong = typed !== '' && decimalOf(typed) === undefined
  const commit = () => !isWrong && typed !== used && state.set({ [name]: typed })
  return (
    <Labelled label={label}>
      <input
        inputMode="decimal"
        autoComplete="off"
        disabled={isOff}
        title={isOff ? t('table.needs_currency') : undefined}
        placeholder={isOff ? t('table.needs_currency') : undefined}
        value={isOff ? '' : typed}
        aria-invalid={isWrong || undefined}
        onChange={(event) => setTyped(event.target.value.trim())}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        className={cx(control, 'figures w-44 disabled:opacity-60', isWrong && 'border-danger')}
      />
      {isWrong && (
        <span role="alert" className="max-w-44 text-danger">
          {t('proposal.number_error')}
        </span>
      )}
    </Labelled>
  )
}

/** Saves all rows that the filters let through, made by the server. */
function CsvButton({ table, input }: { table: ListEndpoint; input: Readonly<Record<string, string>> }) {
  const http = useHttpClient()
  const [state, setState] = useState<{ isPending: boolean; error?: unknown }>({ isPending: false })
  async function save() {
    setState({ isPending: true })
    await http.requestFile(csvOf(table), input).then(
      (file) => {
        setState({ isPending: false })
        saveFile(file, `plumb-${tableName(table)}.csv`)
      },
      (error: unknown) => setState({ isPending: false, error }),
    )
  }
  return (
    <span className="flex items-center gap-2">
      <Refused error={state.error} />
      <button
        type="button"
        disabled={state.isPending}
        aria-busy={state.isPending || undefined}
        title={t('table.csv_note')}
        onClick={() => void save()}
        className={cx(control, 'press flex shrink-0 items-center gap-2')}
      >
        <Download aria-hidden size={16} />
        {t('table.csv')}
      </button>
    </span>
  )
}
