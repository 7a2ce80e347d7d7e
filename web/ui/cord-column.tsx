import type { ReactNode } from 'react'

/** One figure of a column that adds up. */
export interface CordRow {
  readonly key: string
  readonly name: ReactNode
  readonly note?: ReactNode
  readonly value: ReactNode
  readonly valueNote?: ReactNode
}

/** Recorded figures as a column, with the cord at the right edge that runs into their sum. */
export function CordColumn({
  rows,
  sumName,
  sum,
}: {
  rows: readonly CordRow[]
  sumName: string
  sum: ReactNode
}) {
  return (
    <div className="relative pr-7">
      <ul className="relative before:absolute before:top-2 before:right-[-21px] before:-bottom-5 before:w-px before:bg-gold">
        {rows.map(({ key, name, note, value, valueNote }) => (
          <li key={key} className="relative flex gap-3 border-b border-line py-3">
            <span aria-hidden className="absolute top-[19px] right-[-24px] size-1.5 rounded-full bg-gold" />
            <span className="min-w-0 flex-1">
              <span className="block text-15 text-t1">{name}</span>
              {note && <span className="block text-12 text-t3">{note}</span>}
            </span>
            <span className="figures shrink-0 text-right">
              <span className="block text-15 font-semibold">{value}</span>
              {valueNote && <span className="block text-12 text-t2">{valueNote}</span>}
            </span>
          </li>
        ))}
      </ul>
      <div className="relative flex items-baseline justify-between gap-3 py-3.5">
        <span className="text-15 font-semibold">{sumName}</span>
        <span className="figures text-right text-20 font-semibold">{sum}</span>
        <svg
          aria-hidden
          width="12"
          height="18"
          viewBox="0 0 12 18"
          className="absolute top-5 right-[-27px] fill-gold"
        >
          <path d="M6 0l6 5-6 13L0 5z" />
        </svg>
      </div>
    </div>
  )
}
