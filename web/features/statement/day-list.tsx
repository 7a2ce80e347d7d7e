import type { ReactNode } from 'react'
import { dayName, isoDate } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'

/** Rows under the names of their days, newest first. Days out of sight are not laid out. */
export function DayList<Row extends { readonly atMs: number }>({
  rows,
  keyOf,
  row,
}: {
  rows: readonly Row[]
  keyOf(row: Row): string
  row(row: Row): ReactNode
}) {
  const { t, locale } = useTexts()
  return [...Map.groupBy(rows, ({ atMs }) => isoDate(atMs))].map(([day, own]) => (
    <section key={day} className="[contain-intrinsic-size:auto_240px] [content-visibility:auto]">
      <h2 className="gutter pt-5 pb-1 text-13 font-normal text-t2">
        {dayName(own[0]!.atMs, Date.now(), locale, t)}
      </h2>
      <ul>
        {own.map((one) => (
          <li key={keyOf(one)}>{row(one)}</li>
        ))}
      </ul>
    </section>
  ))
}
