import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useMenu } from '../app/menu.ts'
import { t } from '../texts.ts'
import { FindField } from './find-field.tsx'
import { useSlashKey } from './use-slash-key.ts'

/** A page: its head with title and one line, what it shows, and at the right the panel of what is chosen. */
export function Page({
  title,
  summary,
  actions,
  panel,
  children,
}: {
  title: ReactNode
  summary?: ReactNode
  actions?: ReactNode
  panel?: ReactNode
  children: ReactNode
}) {
  const isOpen = useMenu((menu) => menu.isOpen)
  return (
    <>
      {/* On a phone what is chosen takes the page's place. */}
      <main className="flex min-w-0 flex-1 flex-col max-md:[&:has(+aside)]:hidden">
        <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1 pr-5 pl-2 lg:pl-5">
          <IconButton
            icon={Menu}
            label={t('shell.menu')}
            aria-expanded={isOpen}
            onClick={() => useMenu.setState({ isOpen: true })}
            className="lg:hidden"
          />
          <h1 className="truncate text-17">{title}</h1>
          <p className="order-last w-full pl-3 text-13 md:truncate text-t2 empty:hidden md:order-none md:w-auto md:min-w-0 md:flex-1 md:pl-0">
            {summary}
          </p>
          <span className="ml-auto flex min-w-0 items-center gap-2 empty:hidden">{actions}</span>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
        <div tabIndex={0} className="@container min-h-0 flex-1 overflow-y-auto -outline-offset-2">
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

/** The page's field to find a line by; the key / goes there. */
export function Find({ value, onChange }: { value: string; onChange(value: string): void }) {
  const field = useSlashKey()
  return (
    <span className="w-44 min-w-0">
      <FindField label={t('common.find')} value={value} onChange={onChange} field={field}>
        <kbd aria-hidden className="hidden font-sans text-12 text-t3 md:inline">
          /
        </kbd>
      </FindField>
    </span>
  )
}
