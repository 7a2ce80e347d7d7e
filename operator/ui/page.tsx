import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../texts.ts'

/** A page: its head with title and one line, what it shows, and at the right the panel of what is chosen. */
export function Page({
  title,
  summary,
  actions,
  panel,
  children,
}: {
  title: string
  summary?: ReactNode
  actions?: ReactNode
  panel?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <main className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-5">
          <h1 className="text-17">{title}</h1>
          <p className="min-w-0 flex-1 truncate text-13 text-t2">{summary}</p>
          {actions}
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
        <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2">
          {children}
        </div>
      </main>
      {panel}
    </>
  )
}

/** A part of a page with its own heading. */
export function Section({
  title,
  text,
  actions,
  children,
}: {
  title: string
  text?: ReactNode
  /** What can be done here, beside the heading. */
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="pt-6 pb-2">
      <div className="flex items-center justify-between gap-3 px-5">
        <h2 className="text-15">{title}</h2>
        {actions}
      </div>
      {text && <p className="px-5 pt-0.5 pb-1 text-13 text-t2">{text}</p>}
      {children}
    </section>
  )
}

/** The field to find a line by; the key / goes there. */
export function Find({ value, onChange }: { value: string; onChange(value: string): void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const { target } = event
      if (
        event.key !== '/' ||
        (target instanceof HTMLElement && /INPUT|TEXTAREA|SELECT/.test(target.tagName))
      )
        return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [])
  return (
    <label className="flex h-9 w-44 items-center gap-2 rounded-8 border border-line2 bg-s1 px-3 focus-within:border-white">
      <Search aria-hidden size={16} className="shrink-0 text-t2" />
      <input
        ref={field}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-label={t('common.find')}
        placeholder={t('common.find')}
        className="min-w-0 flex-1 bg-transparent text-13 outline-none"
      />
      <kbd aria-hidden className="font-sans text-12 text-t3">
        /
      </kbd>
    </label>
  )
}
