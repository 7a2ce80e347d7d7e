import { writeFileSync } from 'node:fs'
import { threatsDocument } from './document.ts'
import { allNamingTests } from './files.ts'

writeFileSync('docs/threats.md', threatsDocument(allNamingTests('.')))
