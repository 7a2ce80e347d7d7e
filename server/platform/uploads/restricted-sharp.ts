import { flushCompileCache } from 'node:module'
import sharp from 'sharp'

/**
 * Sharp for a process of its own that reads one image and ends: of formats it reads JPEG and PNG from memory, on one thread.
 *
 * The process ends with the server that started it: nobody else would end it, and what it reads is of no use then.
 */

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

// Before anything is read: a process that is killed keeps nothing when it ends.
flushCompileCache()

const endWithParent = () => process.kill(process.pid, 'SIGKILL')
process.once('disconnect', endWithParent)
if (!process.connected) endWithParent()

export { sharp }
