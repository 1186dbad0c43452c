/** One step of the kernel's filter machine: code, jump if true, jump if false, constant. */
type FilterStep = readonly [code: number, ifTrue: number, ifFalse: number, constant: number]

const LOAD = 0x20 // a 32-bit word of the call's data
const JUMP_EQUAL = 0x15
const JUMP_AT_LEAST = 0x35
const RETURN = 0x06

const ALLOW = 0x7fff0000
const REFUSE = 0x00050000 // with an error number in the low bits
const KILL = 0x80000000
const EPERM = 1
const ENOSYS = 38
const EOPNOTSUPP = 95
/** IPv4, IPv6 and netlink stay within the sandbox's network. Unix and virtual-machine sockets may lead out of it. */
const FAMILIES = [2, 10, 16]
/** Puts characters into the input of a terminal, or speaks to a console. */
const TERMINAL_ORDERS = [0x5412, 0x541c]
/** Flags of a file, such as one that keeps it from being changed. */
const FLAG_ORDERS = [0x40086602, 0x401c5820]

/** Where the kernel puts the number of the call, the processor, and the low halves of the first two arguments. */
const [NUMBER, PROCESSOR, FIRST, SECOND] = [0, 4, 16, 24]

type Processor = {
  readonly audit: number
  readonly socket: number
  readonly control: number
  /** From here on a second numbering of the same calls begins, which the list below would not know. */
  readonly otherNumbers?: number
  /** No program of a workspace needs them, and each has been a way out of a sandbox before. */
  readonly refused: readonly number[]
  /** They write or remove extended attributes and flags of files, which nobody here could put back. */
  readonly attributes: readonly number[]
}

const PROCESSORS: Readonly<Record<string, Processor>> = {
  x64: {
    audit: 0xc000003e,
    socket: 41,
    control: 16,
    otherNumbers: 0x40000000,
    // ptrace, syslog, uselib, personality, pivot_root, acct, mount, umount2, swapon, swapoff, reboot, init_module,
    // delete_module, add_key, request_key, keyctl, move_pages, unshare, vmsplice, perf_event_open, fanotify_init,
    // name_to_handle_at, open_by_handle_at, setns, process_vm_readv, process_vm_writev, kcmp, finit_module,
    // kexec_file_load, memfd_create, bpf, userfaultfd, io_uring ×3, new mount calls
    refused: [
      101, 103, 134, 135, 155, 163, 165, 166, 167, 168, 169, 175, 176, 248, 249, 250, 279, 272, 278, 298, 300, 303, 304,
      308, 310, 311, 312, 313, 246, 320, 319, 321, 323, 425, 426, 427, 428, 429, 430, 431, 432, 433, 442, 447,
    ],
    // setxattr, lsetxattr, fsetxattr, removexattr, lremovexattr, fremovexattr, setxattrat, removexattrat, file_setattr
    attributes: [188, 189, 190, 197, 198, 199, 463, 466, 469],
  },
  arm64: {
    audit: 0xc00000b7,
    socket: 198,
    control: 29,
    refused: [
      117, 116, 92, 41, 89, 40, 39, 224, 225, 142, 105, 106, 217, 218, 219, 239, 97, 75, 241, 262, 264, 265, 268, 270,
      271, 272, 273, 104, 294, 279, 280, 282, 425, 426, 427, 428, 429, 430, 431, 432, 433, 442, 447,
    ],
    attributes: [5, 6, 7, 14, 15, 16, 463, 466, 469],
  },
}

/**
 * A filter for system calls, as bytes for bwrap: other processors' calls and what is listed above are refused. No Unix
 * socket can be opened, because one that lies in the workspace would lead to a program outside. A command that nobody
 * approved sets no extended attributes, as on a disk that has none. Undefined where the processor is not known.
 */
export function systemCallFilter(processor: string, isApproved: boolean): Buffer | undefined {
  const known = PROCESSORS[processor]
  if (!known) return undefined
  const { audit, socket, control, otherNumbers, refused, attributes } = known
  const steps: FilterStep[] = [
    [LOAD, 0, 0, PROCESSOR],
    [JUMP_EQUAL, 1, 0, audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NUMBER],
  ]
  if (otherNumbers !== undefined) steps.push([JUMP_AT_LEAST, 0, 1, otherNumbers], [RETURN, 0, 0, REFUSE | ENOSYS])
  steps.push(...refused.flatMap(number => refuseIf(number)))
  if (!isApproved) steps.push(...attributes.flatMap(number => refuseIf(number, EOPNOTSUPP)))
  steps.push(
    ...whenCalled(socket, [
      [LOAD, 0, 0, FIRST],
      ...FAMILIES.flatMap(family => allowIf(family)),
      [RETURN, 0, 0, REFUSE | EPERM],
    ]),
  )
  steps.push(
    ...whenCalled(control, [
      [LOAD, 0, 0, SECOND],
      ...TERMINAL_ORDERS.flatMap(order => refuseIf(order)),
      ...(isApproved ? [] : FLAG_ORDERS.flatMap(order => refuseIf(order, EOPNOTSUPP))),
      [RETURN, 0, 0, ALLOW],
    ]),
  )
  steps.push([RETURN, 0, 0, ALLOW])
  return Buffer.concat(steps.map(encode))
}

const refuseIf = (value: number, error = EPERM): readonly FilterStep[] => [
  [JUMP_EQUAL, 0, 1, value],
  [RETURN, 0, 0, REFUSE | error],
]
const allowIf = (value: number): readonly FilterStep[] => [
  [JUMP_EQUAL, 0, 1, value],
  [RETURN, 0, 0, ALLOW],
]
/** Every such block ends in a return, so the number of the call need not be loaded again. */
const whenCalled = (number: number, block: readonly FilterStep[]): readonly FilterStep[] => [
  [JUMP_EQUAL, 0, block.length, number],
  ...block,
]

const LITTLE_ENDIAN_STEP = 8

function encode([code, ifTrue, ifFalse, constant]: FilterStep): Buffer {
  const bytes = Buffer.alloc(LITTLE_ENDIAN_STEP)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(constant >>> 0, 4)
  return bytes
}
