import { expect, test } from 'vitest'
import { iconsIn } from './lone-icons.ts'

test('the icons of a source by their files', () => {
  const source = `
    import { ArrowDownToLine, type LucideIcon, X as Close } from 'lucide-react'
    import { Link } from 'react-router'
    import {
      Columns2,
    } from 'lucide-react'`
  expect(iconsIn(source)).toEqual(['arrow-down-to-line', 'x', 'columns-2'])
  expect(iconsIn("import { useState } from 'react'")).toEqual([])
})
