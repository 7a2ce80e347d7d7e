import { Search } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'

/** A field that narrows what stands below it while something is typed. */
export const FindField = ({
  label,
  value,
  onChange,
  field,
  children,
}: {
  label: string
  value: string
  onChange(value: string): void
  field?: RefObject<HTMLInputElement | null>
  /** After the field: the key that leads to it. */
  children?: ReactNode
}) => (
  <label className="flex min-h-11 w-full min-w-0 items-center gap-2 rounded-8 border border-line2 bg-s1 px-3 focus-within:border-white md:min-h-9 md:max-w-64">
    <Search aria-hidden size={16} className="shrink-0 text-t2" />
    <input
      ref={field}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      aria-label={label}
      placeholder={label}
      className="min-w-0 flex-1 bg-transparent text-13 outline-none"
    />
    {children}
  </label>
)
