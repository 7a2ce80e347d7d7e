import { writeFileSync } from 'node:fs'
import { conformanceDocument } from './document.ts'

writeFileSync('docs/conformance.md', conformanceDocument())
