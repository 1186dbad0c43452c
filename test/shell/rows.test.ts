import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FAULTS, type JsonObject, type TurnEvent, isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import { type AskPerson, type Runtime, callTool, undoCall } from '../../src/runtime/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { configWith } from '../open-test-runtime.ts'
import { prepareProject } from './prepare-project.ts'
import { type ShellWorld, dataOf, effectsOf, sayYes, shellWorld } from './shell-world.ts'
import { lacksSandbox } from '../system-needs.ts'

const TRUSTED = { trust: 'Trusted' } as const

describe('the blocklist', () => {
  const PATTERNS: readonly (readonly [string, string])[] = [
    ['echo $(rm a)', '$(…)'],
    ['echo "$(rm a)"', '$(…)'],
    ['echo `rm a`', '`…`'],
    ['echo "`rm a`"', '`…`'],
    ['cat <(rm a)', '<(…)'],
    ['tee >(rm a)', '>(…)'],
    ['cat <<< x', '<<<'],
    ['eval ls', 'eval'],
    ['e\\val ls', 'eval'],
    ["'ev''al' ls", 'eval'],
    ["$'\\x65val' ls", 'eval'],
    ['source a.sh', 'source'],
    ['. a.sh', '.'],
    ['exec ls', 'exec'],
    ["trap 'rm a' EXIT", 'trap'],
    ['alias ls=rm', 'alias'],
    ['enable -n cd', 'enable'],
    ['builtin eval ls', 'builtin'],
    ['coproc ls', 'coproc'],
    ['sudo ls', 'sudo'],
    ['/usr/bin/sudo ls', 'sudo'],
    ['env -i sudo ls', 'sudo'],
    ['nohup nice sudo ls', 'sudo'],
    ["bash -c 'sudo ls'", 'sudo'],
    ['if true; then sudo ls; fi', 'sudo'],
    ['curl example.com', 'curl'],
    ['wget -q example.com', 'wget'],
    ['mkfs.ext4 /dev/sda', 'mkfs'],
    ['dd if=/dev/zero of=a', 'dd if='],
    ['shutdown now', 'shutdown'],
    ['rm -rf /', 'rm /'],
    ['rm -fr /*', 'rm /'],
    ['rm -rf ~', 'rm /'],
    ['rm -rf $HOME', 'rm /'],
    ['mount -o bind a b', 'mount'],
    ['find . -exec sudo rm {} +', 'sudo'],
    ['find . -exec curl {} \\;', 'curl'],
    ['find . -name a -execdir env -i /usr/bin/wget {} \\;', 'wget'],
    ['find . -exec cat {} + -ok sudo cat {} \\;', 'sudo'],
    ['for c in sudo; do $c id; done', 'sudo'],
    ['for c in "sudo id"; do $c; done', 'sudo'],
    ['for c in ls sudo; do env "$c" id; done; echo $UNKNOWN', 'sudo'],
    ['for a in sudo; do for b in $a; do $b id; done; done', 'sudo'],
    ['for c in "ls; sudo id"; do bash -c "$c"; done', 'sudo'],
    ['for c in sudo; do find . -exec $c {} +; done', 'sudo'],
    ['c=sudo; ${c} id', 'sudo'],
  ]

  test('[SHELL-02] [SHELL-05] blocks each pattern, also quoted, escaped, wrapped or nested, and names it', async () => {
    const { run } = await shellWorld({ ...TRUSTED, ask: sayYes })
    for (const [command, pattern] of PATTERNS) {
      const { fault } = await run(command)
      expect([command, fault?.code, fault?.detail?.['pattern']]).toEqual([command, 'command_blocked', pattern])
      expect(fault?.message).toContain(pattern)
    }
  })

  test('[SHELL-01] stands above trust, a granted right, an allow rule, a saved rule and a person who says yes', async () => {
    const settings = {
      'tools.policy.rules': [{ action: 'allow', tools: ['*'] }],
      'tools.shell.rules': [{ prefix: ['sudo', 'ls'], action: 'allow', examples: ['sudo ls'] }],
    }
    const { run, audit } = await shellWorld({ ...TRUSTED, ask: sayYes, settings })
    const { fault, receipt } = await run('sudo ls')
    expect([fault?.code, receipt?.decided_by]).toEqual(['command_blocked', 'gate:executor'])
    expect(audit().at(-1)).toMatchObject({ result: 'blocked', error_category: 'PolicyBlocked', approved_by: null })
  })

  test('[SHELL-01] grows by configuration and never shrinks', async () => {
    const { run } = await shellWorld({ settings: { 'tools.shell.blocked': ['git push', 'ls'] } })
    expect((await run('git push origin')).fault?.detail).toEqual({ pattern: 'git push' })
    expect((await run('echo a && ls')).fault?.detail).toEqual({ pattern: 'ls' })
    expect((await run('sudo x')).fault?.code).toBe('command_blocked')
  })

  test('[SHELL-01] sees the values of loops as the judge sees them', async () => {
    const { run } = await shellWorld({
      ...TRUSTED,
      ask: sayYes,
      settings: { 'tools.shell.blocked': ['npm run secret'] },
    })
    for (const command of [
      'for x in secret; do npm run $x; done',
      'for x in build secret; do npm run "${x}"; done',
      'for v in "run secret"; do npm $v; done',
      'for x in secret; do :; done; npm run $x',
      'for x in build; do for x in secret; do :; done; npm run $x; done',
      'find . -exec npm run secret \\;',
    ])
      expect([command, (await run(command)).fault?.detail?.['pattern']]).toEqual([command, 'npm run secret'])
    expect((await run('for x in other; do echo npm run secret $x; done')).fault?.code).not.toBe('command_blocked')
  })

  test('[SHELL-04] is exchanged as a whole: each command sees the old list or the new one', async () => {
    const { run, runtime } = await shellWorld()
    const lists = [
      configWith({ 'tools.shell.blocked': ['aa', 'bb'] }),
      configWith({ 'tools.shell.blocked': ['cc', 'dd'] }),
    ]
    const seen = new Set<string>()
    for (let round = 0; round < 60; round++) {
      const swapped = await runtime.reload({ config: lists[round % 2] ?? configWith() })
      expect(swapped.ok).toBe(true)
      const asked = ['aa', 'bb', 'cc', 'dd'].map(async name =>
        (await run(name)).fault?.code === 'command_blocked' ? name : '',
      )
      await runtime.reload({ config: lists[(round + 1) % 2] ?? configWith() })
      seen.add((await Promise.all(asked)).join(''))
    }
    for (const each of seen) expect(['aabb', 'ccdd', 'aabbccdd', '']).toContain(each)
    const both = await Promise.all([run('aa; cc'), run('bb; dd')])
    expect(both.map(({ fault }) => fault?.code)).toEqual(['command_blocked', 'command_blocked'])
  })

  test.skipIf(lacksSandbox)(
    '[SHELL-04] judges a command to its end that began before the exchange, and every later one by the new list',
    async () => {
      const world: { runtime?: Runtime } = {}
      const ask: AskPerson = async (...about) => {
        expect((await world.runtime?.reload({ config: configWith({ 'tools.shell.blocked': ['sh'] }) }))?.ok).toBe(true)
        return sayYes(...about)
      }
      const { run, runtime, put, get } = await shellWorld({ ask })
      world.runtime = runtime
      put('mark', 'echo done > state.txt')
      expect([(await run('sh mark')).fault, get('state.txt')]).toEqual([null, 'done\n'])
      expect((await run('sh mark')).fault?.detail).toEqual({ pattern: 'sh' })
    },
  )

  test('[SHELL-04] stays as it is when the new configuration is wrong', async () => {
    const { run, runtime } = await shellWorld({ settings: { 'tools.shell.blocked': ['aa'] } })
    const wrong = configWith({ 'tools.shell.rules': [{ prefix: ['ls'], action: 'allow', examples: ['cat a'] }] })
    expect(await runtime.reload({ config: wrong })).toMatchObject({ ok: false, error: { code: 'config_invalid' } })
    expect((await run('aa')).fault?.code).toBe('command_blocked')
  })
})

describe('where a command may be', () => {
  test('[SHELL-03] cd and cwd that lead out are refused, whoever says yes', async () => {
    const world = await shellWorld({ ...TRUSTED, ask: sayYes })
    mkdirSync(join(world.root, 'sub'))
    symlinkSync('/etc', join(world.root, 'link'))
    for (const command of [
      'cd ..',
      'cd ../..',
      'cd /',
      'cd /etc && ls',
      'ls && cd sub/../..',
      'cd sub && cd ../..',
      'cd link',
    ])
      expect([command, (await world.run(command)).fault?.code]).toEqual([command, 'path_blocked'])
    for (const cwd of ['..', '/etc', 'sub/../..', '.control-room', 'link'])
      expect([cwd, (await world.run('ls', { cwd })).fault?.code]).toEqual([cwd, 'path_blocked'])
  })
  test.skipIf(lacksSandbox)('[SHELL-03] cwd inside is where it runs', async () => {
    const { run, put } = await shellWorld()
    put('sub/here.txt', 'x')
    expect(dataOf(await run('ls', { cwd: 'sub' }))['stdout']).toBe('here.txt\n')
    expect(dataOf(await run('cd sub && ls'))['stdout']).toBe('here.txt\n')
  })
})

describe.skipIf(lacksSandbox)('what comes back', () => {
  test('[SHELL-06] is an envelope of four fields, as JSON in the text and as data', async () => {
    const { run } = await shellWorld()
    const report = await run('echo out; ls nothing-here')
    const { stdout, stderr, exit_code, truncated } = dataOf(report)
    expect([stdout, typeof stderr, exit_code, truncated]).toEqual(['out\n', 'string', 2, false])
    const fine = await run('echo out')
    expect(parseJsonText(fine.text)).toEqual({ stdout: 'out\n', stderr: '', exit_code: 0, truncated: false })
    expect(dataOf(fine)).toMatchObject({ stdout: 'out\n', stderr: '', exit_code: 0, truncated: false })
  })

  test('[SHELL-07] says that it was cut, in the text that a model reads, and keeps beginning and end', async () => {
    const { run } = await shellWorld()
    const report = await run('seq 1 200000')
    const envelope = parseJsonText(report.text)
    expect(envelope).toMatchObject({ truncated: true, exit_code: 0 })
    const stdout = isJsonObject(envelope) ? textOf(envelope['stdout']) : ''
    expect([stdout.slice(0, 4), stdout.slice(-7)]).toEqual(['1\n2\n', '200000\n'])
    expect(report.text.length).toBeLessThan(50_000)
  })

  test('[SHELL-07] of a small cap too, whatever the output is made of', async () => {
    const { run } = await shellWorld({ settings: { 'tools.max_result_chars': 1_000 } })
    const report = await run(`printf '\\001%.0s' 1 2 3; seq 1 3000`)
    expect(parseJsonText(report.text)).toMatchObject({ truncated: true })
    expect((await run('echo short')).text).toContain('"truncated":false')
  })

  test.each([
    ['./plain.txt', 'PolicyBlocked', 126],
    ['no-such-program', 'PermanentFailure', 127],
    ['cat closed/x', 'PermanentFailure', 1],
    ['cat nothing-here', 'PermanentFailure', 1],
    ['ls NOTHING-HERE', 'PermanentFailure', 2],
  ])('[SHELL-08] [SHELL-09] %s is %s with exit code %i and a message', async (command, category, code) => {
    const { run, put, root } = await shellWorld({ ...TRUSTED, ask: sayYes })
    put('plain.txt', 'x')
    mkdirSync(join(root, 'closed'))
    chmodSync(join(root, 'closed'), 0)
    const { fault, data } = await run(command)
    chmodSync(join(root, 'closed'), 0o700)
    expect([fault && FAULTS[fault.code].category, fault?.detail?.['exit_code']]).toEqual([category, code])
    expect(fault?.message).toMatch(/^The command ended with exit code [0-9]+: /)
    expect(isJsonObject(data) && data['exit_code']).toBe(code)
  })

  test('[SHELL-08] "Permission denied" in any case is a failure for good, and no other number is', async () => {
    const { run, put } = await shellWorld({ ...TRUSTED, ask: sayYes })
    put('says.sh', 'echo "PERMISSION DENIED" >&2; exit 3')
    expect((await run('sh says.sh')).fault?.code).toBe('command_failed')
    put('says.sh', 'echo "it is all well" >&2; exit 3')
    expect(await run('sh says.sh')).toMatchObject({ ok: true, data: { exit_code: 3 } })
  })

  test('what a sandbox refuses is told as a rule, not as trouble with the network', async () => {
    const { run } = await shellWorld({ ...TRUSTED, ask: sayYes })
    const { fault } = await run('python3 -c \'import urllib.request as u; u.urlopen("http://example.com")\'')
    expect(fault).toMatchObject({
      code: 'sandbox_denied',
      message: expect.stringContaining('network is off in the sandbox'),
    })
    expect((await run('touch /usr/x')).fault?.message).toContain('read-only in the sandbox')
  })

  test('[AUDIT-05] every line of a shell call has its exit code, and no other line has one', async () => {
    const { run, put, runtime, audit } = await shellWorld({ ...TRUSTED })
    put('a.txt', 'x')
    for (const command of ['ls', 'cat nothing', 'rm a.txt', 'eval x', 'echo hi > new.txt', 'test -f nothing', 'cd ..'])
      await run(command)
    await run('sleep 5', { timeout_secs: 1 })
    await callTool({ tool: 'bash', args: { command: 'ls' } }, runtime)
    await callTool({ tool: 'bash', args: { wrong: 'ls' } }, runtime)
    await callTool({ tool: 'file_read', args: { path: 'a.txt' }, allow: ['FileAccess'] }, runtime)
    await callTool({ tool: 'absent', args: {} }, runtime)
    const codes = audit().map(({ tool, exit_code }) => [tool === 'bash', exit_code])
    expect(codes).toEqual([
      ...[0, 1, 126, 126, 0, 1, 126, 124, 126, 126].map(code => [true, code]),
      [false, null],
      [false, null],
    ])
  })

  test('a command that takes too long is ended, with everything that it started', async () => {
    const { run, get } = await shellWorld({ ...TRUSTED, ask: sayYes })
    const report = await run('(sleep 3; touch late) & sleep 60', { timeout_secs: 1 })
    expect([report.fault?.code, dataOf(report)['exit_code']]).toEqual(['tool_timeout', 124])
    await new Promise(resolve => setTimeout(resolve, 2_500))
    expect(get('late')).toBeUndefined()
  })

  test('a command that is cancelled is ended, and what it had done unasked is taken back', async () => {
    const { runtime, put, get } = await shellWorld(TRUSTED)
    put('a.txt', 'old')
    put('Makefile', 'all:\n\techo new > a.txt\n\tsleep 60\n')
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 1_500)
    const report = await callTool(
      { tool: 'bash', args: { command: 'make' }, allow: ['SystemExecute'], signal: stop.signal },
      runtime,
    )
    expect([report.fault?.code, get('a.txt')]).toEqual(['effect_not_allowed', 'old'])
  })
})

describe.skipIf(lacksSandbox)('with the right granted and nobody to ask', () => {
  test('reading runs', async () => {
    const { run, put } = await shellWorld()
    put('a.txt', 'hello\n')
    expect(await run('cat a.txt | wc -l')).toMatchObject({ ok: true, data: { stdout: '1\n' } })
  })

  test('creating runs, and can be undone by its receipt', async () => {
    const { run, get, runtime } = await shellWorld()
    const report = await run('mkdir d && echo hi > d/new.txt')
    expect([report.ok, get('d/new.txt')]).toEqual([true, 'hi\n'])
    const undone = await undoCall(report.receipt?.receipt_id ?? '', runtime)
    expect([undone.ok && undone.value.ok, get('d/new.txt'), get('d')]).toEqual([true, undefined, undefined])
  })

  test('building runs under a copy; a build that changes or removes what existed is taken back as a whole', async () => {
    const { run, put, get, root, audit, copies } = await shellWorld()
    put('a.txt', 'old')
    put('b.txt', 'old')
    chmodSync(join(root, 'b.txt'), 0o640)
    put('Makefile', 'all:\n\techo new > a.txt\n\trm b.txt\n\techo made > out.txt\nfine:\n\techo made > out.txt\n')
    const report = await run('make')
    expect(report.fault).toMatchObject({
      code: 'effect_not_allowed',
      message: expect.stringContaining('a.txt (changed), b.txt (deleted)'),
    })
    expect([get('a.txt'), get('b.txt'), get('out.txt'), statSync(join(root, 'b.txt')).mode & 0o777]).toEqual([
      'old',
      'old',
      undefined,
      0o640,
    ])
    expect(effectsOf(report)['rolled_back']).toEqual({ restored: 2, removed: 1 })
    expect(audit().at(-1)).toMatchObject({ result: 'rollback', error_category: 'PolicyBlocked', exit_code: 0 })
    expect((await run('make fine')).ok).toBe(true)
    expect([get('out.txt'), copies()]).toEqual(['made\n', []])
  })

  test('a build that renames a folder loses nothing of what no copy is made of', async () => {
    const { run, put, get } = await shellWorld(TRUSTED)
    for (const path of [
      'sub/.git/HEAD',
      'sub/.git/objects/x',
      'pk/a/node_modules/m/index.js',
      'pk/a/own.js',
      'sub/text.md',
    ])
      put(path, path)
    put('Makefile', 'all:\n\tmv sub sub2\n\tmv pk/a pk/b\n')
    const report = await run('make')
    expect(report.fault?.code).toBe('effect_not_allowed')
    for (const path of [
      'sub/.git/HEAD',
      'sub/.git/objects/x',
      'pk/a/node_modules/m/index.js',
      'pk/a/own.js',
      'sub/text.md',
    ])
      expect([path, get(path)]).toEqual([path, path])
    expect([get('sub2/text.md'), get('sub2/.git/HEAD'), get('pk/b/own.js')]).toEqual([undefined, undefined, undefined])
  })

  test('what the person writes while a build runs is kept, though the build is taken back', async () => {
    const { run, put, get } = await shellWorld(TRUSTED)
    put('a.txt', 'old')
    put('Makefile', 'all:\n\tsleep 1.5\n')
    setTimeout(() => {
      put('a.txt', 'an hour of work')
      put('mine.txt', 'new')
    }, 700)
    const report = await run('make')
    expect([report.fault?.code, get('a.txt'), get('mine.txt')]).toEqual(['effect_not_allowed', 'old', undefined])
    const kept = textOf(effectsOf(report)['kept'])
    expect(kept).toMatch(/^\.control-room\/taken-back\//)
    expect(report.fault?.message).toContain(kept)
    expect([get(`${kept}/a.txt`), get(`${kept}/mine.txt`)]).toEqual(['an hour of work', 'new'])
  })

  test('a build that plants a repository under any name is taken back', async () => {
    const { run, put, get } = await shellWorld(TRUSTED)
    put(
      'Makefile',
      'all:\n\tmkdir -p src/objects src/refs && echo "ref: refs/heads/main" > src/HEAD && echo x > src/config\n',
    )
    expect([(await run('make')).fault?.code, get('src/HEAD'), get('src/config')]).toEqual([
      'effect_not_allowed',
      undefined,
      undefined,
    ])
  })

  test('a build cannot write to a file that has another name, which may lie outside', async () => {
    const { run, put, get, root } = await shellWorld(TRUSTED)
    put('linked.txt', 'old')
    linkSync(join(root, 'linked.txt'), `${root}-outside.txt`)
    put('Makefile', 'all:\n\techo evil > linked.txt\n')
    await run('make')
    expect([get('linked.txt'), readFileSync(`${root}-outside.txt`, 'utf8')]).toEqual(['old', 'old'])
    rmSync(`${root}-outside.txt`)
  })

  test('what a build puts in the place of orders to git or to us is removed', async () => {
    const { run, put, get } = await shellWorld()
    put(
      'Makefile',
      'all:\n\tmkdir -p sub/.git/hooks && echo x > sub/.git/config && echo "[tools]" > countersign.toml\n',
    )
    expect((await run('make')).fault?.code).toBe('effect_not_allowed')
    expect([get('sub/.git/config'), get('countersign.toml')]).toEqual([undefined, undefined])
  })

  test('what only prints or checks runs, and what looks like it does not', async () => {
    const { run, put, get } = await shellWorld(TRUSTED)
    put('a.js', 'require("fs").writeFileSync("a.txt", "ran")')
    put('a.txt', 'b\na\n')
    put('package.json', '{"scripts":{"test":"true"}}')
    for (const command of [
      'node --check a.js',
      'env | sort',
      'printenv',
      'echo $PATH $HOME',
      'echo "$USER" ${PWD}',
      'false; echo "it was $?"',
      'npm run test -- --watch=false',
      'sort -o sorted.txt a.txt',
    ])
      expect([command, (await run(command)).fault?.code]).toEqual([command, undefined])
    expect([get('a.txt'), get('sorted.txt')]).toEqual(['b\na\n', 'a\nb\n'])
    for (const command of [
      'node --check a.js b.js',
      'node --check -r.js',
      'node -c /etc/a.js',
      'env -i node a.js',
      'echo $TOKEN',
      'echo ${PATH:-x}',
      'cat $HOME',
      'echo x > $HOME',
      'npm run test -- --watch',
      'sort -o a.txt a.txt',
      'sort -o sorted.txt -o a.txt a.txt',
      'sort -o ../x.txt a.txt',
    ])
      expect([command, (await run(command)).fault?.code]).toEqual([command, 'confirmation_required'])
  })

  test('what deletes, overwrites, leaves the workspace or cannot be analysed is not done', async () => {
    const { run, put, get } = await shellWorld()
    put('a.txt', 'old')
    const commands = [
      'rm a.txt',
      'echo x > a.txt',
      'echo x >> a.txt',
      'mv a.txt b.txt',
      'cat /etc/passwd',
      'node x.js',
      'while true; do ls; done',
      'for i in 1; do ls $j; done',
      'ls $HOME',
      'for f in a.txt; do for f in /etc/hosts; do :; done; cat "$f"; done',
    ]
    for (const command of commands)
      expect([command, (await run(command)).fault?.code, get('a.txt')]).toEqual([
        command,
        'confirmation_required',
        'old',
      ])
  })
})

describe.skipIf(lacksSandbox)('what deny_read closes', () => {
  const CLOSED = { 'tools.file.deny_read': ['*.pem', '**/*.pem', '**/.env'] }

  test('stays closed in folders that are left as they are, and what stands beside it is open', async () => {
    const { run, put } = await shellWorld({
      ...TRUSTED,
      settings: { ...CLOSED, 'tools.shell.read_only_folders': ['node_modules', 'kept'] },
    })
    for (const folder of ['node_modules/x', 'kept', '.git']) {
      put(`${folder}/.env`, 'TOKEN')
      put(`${folder}/deep/key.pem`, 'TOKEN')
      put(`${folder}/open.txt`, 'open')
    }
    put('Makefile', 'all:\n\t-grep -rh . node_modules kept .git\n')
    for (const command of [
      'grep -rh . node_modules kept .git',
      'make -s',
      'echo node_modules/x/.env kept/.env | xargs cat',
    ]) {
      const { stdout } = dataOf(await run(command))
      expect([command, textOf(stdout).includes('TOKEN')]).toEqual([command, false])
      if (!command.startsWith('echo')) expect([command, textOf(stdout).match(/open/g)?.length]).toEqual([command, 3])
    }
  })

  test('closes a folder as a whole if it closes too much in it, and what is not allowed stays closed there, too', async () => {
    const { run, put } = await shellWorld({ settings: CLOSED })
    put('node_modules/open.txt', 'open')
    for (let at = 0; at < 250; at++) put(`node_modules/${at}.pem`, 'TOKEN')
    expect(dataOf(await run('ls node_modules'))).toMatchObject({ stdout: '', exit_code: 0 })
    const some = await shellWorld({ settings: { 'tools.file.allow_read': ['src', 'src/**'] } })
    some.put('node_modules/x.txt', 'TOKEN')
    some.put('src/a.txt', 'open')
    expect(dataOf(await some.run('grep -rh .'))).toMatchObject({ stdout: 'open\n' })
  })
})

describe.skipIf(lacksSandbox)('the history of what deny_read closes', () => {
  const prepare = async (settings: JsonObject): Promise<ShellWorld & { readonly blob: string }> => {
    const world = await shellWorld({ settings })
    const git = (...words: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
        cwd: world.root,
        encoding: 'utf8',
      })
    git('init', '-q')
    world.put('.env', 'TOKEN\n')
    world.put('sub/.env', 'TOKEN\n')
    world.put('src/a.txt', 'open\n')
    git('add', '.env', 'sub', 'src')
    git('commit', '-qm', 'first')
    return { ...world, blob: git('rev-parse', 'HEAD:.env').trim() }
  }
  const CLOSED = { 'tools.file.deny_read': ['.env', '**/.env'] }

  test('is not shown unasked, however it is named', async () => {
    const { run, blob } = await prepare(CLOSED)
    const commands = [
      'git show HEAD:.env',
      'git show HEAD:./.env',
      'git show :.env',
      'git show :0:.env',
      'git cat-file -p HEAD:sub/.env',
      'cd src && git show HEAD:.env',
      'git -C sub show HEAD:./.env',
      `git cat-file -p ${blob}`,
      `git show ${blob}`,
      `git show -s ${blob}`,
      `git show x-1-g${blob}`,
      `git diff ${blob} src/a.txt`,
      'git rev-parse HEAD:.env',
      'git show',
      'git show HEAD -- sub',
      'git show HEAD -- src/a.txt sub',
      'git log -p',
      'git log -L1,1:.env',
      'git log -p --follow src/a.txt',
      'git log -S TOKEN',
      "git log -p -- ':(top).en?'",
      "git log -p -- '*'",
      'git diff',
      'git diff HEAD:sub HEAD:src',
      'git diff --stat -p',
      'git grep -h T HEAD',
      'git grep --cached T',
      'git grep T HEAD:sub',
      'git blame -s .env',
      'git status -v',
    ]
    for (const command of commands)
      expect([command, (await run(command)).fault?.code]).toEqual([command, 'confirmation_required'])
  })

  test('leaves open what was named file by file, and what shows no contents', async () => {
    const { run } = await prepare(CLOSED)
    const commands = [
      'git show HEAD:src/a.txt',
      'git cat-file -p HEAD:src/a.txt',
      'cd src && git show HEAD:./a.txt',
      'git log -p -- src/a.txt',
      'git show HEAD -- src/a.txt',
      'git diff HEAD src/a.txt',
      'git grep open -- src/a.txt',
      'git show --stat HEAD',
      'git log --oneline --stat',
      'git diff --name-only HEAD',
      'git status',
      'git blame src/a.txt',
    ]
    for (const command of commands) {
      const report = await run(command)
      expect([command, report.fault?.code, report.text.includes('TOKEN')]).toEqual([command, undefined, false])
    }
  })

  test('without such rules is open', async () => {
    const { run } = await prepare({})
    for (const command of ['git show HEAD:.env', 'git log -p', 'git diff', 'git grep T HEAD'])
      expect([command, (await run(command)).fault?.code]).toEqual([command, undefined])
  })
})

describe.skipIf(lacksSandbox)('[EXEC-09] what runs unasked', () => {
  const COMMANDS = {
    reads: 'ls',
    'runs code': 'python3 -c 1',
    records: 'git branch new',
    creates: 'touch new.txt',
    builds: 'make',
    deletes: 'rm a.txt',
  } as const
  const UNASKED = {
    Untrusted: [],
    Provisional: ['reads'],
    Trusted: ['reads', 'runs code', 'records', 'creates', 'builds'],
  } as const
  test.each(['Untrusted', 'Provisional', 'Trusted'] as const)('in a workspace that is %s', async trust => {
    const { runtime, put, root } = await shellWorld({ trust })
    prepareProject(root)
    put('a.txt', 'x')
    put('Makefile', 'all:\n\ttrue\n')
    await runtime.broker.issue({
      capability: 'SystemExecute',
      principal: 'user:local',
      session: 's',
      decidedBy: 'tty',
      purpose: 'test',
      confirmsWrites: false,
    })
    const unasked: string[] = []
    for (const [kind, command] of Object.entries(COMMANDS)) {
      const { ok } = await callTool({ tool: 'bash', args: { command }, session: 's' }, runtime)
      if (ok) unasked.push(kind)
    }
    expect(unasked).toEqual(UNASKED[trust])
  })
})

describe.skipIf(lacksSandbox)('a command that a person approved', () => {
  test('may change what exists, says what it changed, and can be undone', async () => {
    const { run, put, get, runtime } = await shellWorld({ ask: sayYes })
    put('a.txt', 'old a')
    put('b.txt', 'old b')
    const report = await run('rm a.txt; echo new > b.txt; echo c > c.txt; mkdir d')
    expect([report.ok, get('a.txt'), get('b.txt')]).toEqual([true, undefined, 'new\n'])
    expect(effectsOf(report)['changes']).toMatchObject([
      { path: 'a.txt', what: 'deleted' },
      { path: 'b.txt', what: 'changed' },
      { path: 'c.txt', what: 'created' },
      { path: 'd', what: 'created' },
    ])
    expect((await undoCall(report.receipt?.receipt_id ?? '', runtime)).ok).toBe(true)
    expect([get('a.txt'), get('b.txt'), get('c.txt')]).toEqual(['old a', 'old b', undefined])
  })

  test('is not undone if somebody has worked on since', async () => {
    const { run, put, get, runtime } = await shellWorld({ ask: sayYes })
    put('a.txt', 'old')
    put('b.txt', 'old')
    const report = await run('echo new > a.txt; rm b.txt')
    put('a.txt', 'my later work')
    const undone = await undoCall(report.receipt?.receipt_id ?? '', runtime)
    expect([undone.ok && undone.value.fault?.code, get('a.txt'), get('b.txt')]).toEqual([
      'file_changed',
      'my later work',
      undefined,
    ])
  })

  test('uses git, whose hooks and settings stay as they are', async () => {
    const { run, put, get, root } = await shellWorld({ ask: sayYes })
    execFileSync('git', ['init', '-q', root])
    put('a.txt', 'x')
    const before = get('.git/config')
    const report = await run(
      'git add a.txt && git -c user.name=a -c user.email=a@b commit -qm first && git log --oneline',
    )
    expect(report.ok && dataOf(report)['stdout']).toMatch(/first/)
    await run('git config core.hooksPath /tmp; echo x > .git/hooks/post-commit')
    expect([get('.git/config'), get('.git/hooks/post-commit')]).toEqual([before, undefined])
  })
})

describe.skipIf(lacksSandbox)('a transaction', () => {
  const ON = { 'tools.shell.transactional': true, 'tools.shell.auto_rollback': true }

  test('[SHELL-11] on a configured exit code everything is as before, and new files are gone', async () => {
    const { run, put, get, audit, copies } = await shellWorld({ ask: sayYes, settings: ON })
    put('f', 'before')
    const report = await run('echo x > f; echo y > g; exit 1')
    expect([get('f'), get('g'), dataOf(report)['exit_code'], copies()]).toEqual(['before', undefined, 1, []])
    expect([report.ok, audit().at(-1)?.['result']]).toEqual([true, 'rollback'])
    await run('echo x > f; exit 3')
    expect(get('f')).toBe('x\n')
  })

  test('[SHELL-15] the copies are gone after success, failure and rollback', async () => {
    const { run, put, copies } = await shellWorld({ ask: sayYes, settings: ON })
    put('f', 'before')
    for (const command of ['echo x > f', 'echo x > f; exit 2', 'rm f', 'no-such-thing > g']) {
      await run(command)
      expect([command, copies()]).toEqual([command, []])
    }
  })

  test('[SHELL-13] a copy that cannot be made stops the command if it is required, and not otherwise', async () => {
    const base = { ...ON, 'tools.shell.max_snapshot_bytes': 10, 'tools.shell.snapshot_required': true }
    const byModel = async (settings: typeof base): Promise<readonly unknown[]> => {
      const world = await shellWorld({ ask: sayYes, settings })
      world.put('f', 'x'.repeat(20))
      const request = { name: 'bash', named: { command: 'rm f' }, positional: [], dialect: 'test', fixups: [] }
      const origin = { phase: 'Executor', agent: 'main' } as const
      const call = world.runtime.catalog.resolve(request, { profile: 'native', rawSha256: '', origin, coerce: false })
      if (!call.ok) throw new Error(call.error.message)
      const executor = world.runtime.turns.executorOf('bash')
      const scope = { ownAct: false, approved: true, signal: new AbortController().signal } as never
      const result = await executor?.execute(call.value, world.runtime.turns.permits.mint(call.value), scope)
      return [result?.ok === false ? result.error.code : 'ran', world.get('f') === undefined]
    }
    expect(await byModel(base)).toEqual(['snapshot_failed', false])
    expect(await byModel({ ...base, 'tools.shell.snapshot_required': false })).toEqual(['ran', true])
    expect(await byModel({ ...base, 'tools.shell.max_snapshot_bytes': 0 })).toEqual(['ran', true])
  })

  test('[SHELL-17] what a person types himself runs even if no copy can be made', async () => {
    const settings = { ...ON, 'tools.shell.max_snapshot_bytes': 10, 'tools.shell.snapshot_required': true }
    const { run, put, get } = await shellWorld({ ask: sayYes, settings })
    put('f', 'x'.repeat(20))
    expect([(await run('rm f')).ok, get('f')]).toEqual([true, undefined])
  })

  test('[SHELL-11] only files in the scope are put back', async () => {
    const { run, put, get } = await shellWorld({
      ask: sayYes,
      settings: { ...ON, 'tools.shell.transaction_scope': ['src/**'] },
    })
    put('src/a', 'before')
    const report = await run('echo x > src/a; exit 1')
    expect([get('src/a'), report.fault]).toEqual(['before', null])
  })

  test('[SHELL-12] rm, mv, cp, dd, truncate, tee and redirections are copied for; ls is not', async () => {
    const { run, put } = await shellWorld({ ask: sayYes, settings: ON })
    for (const command of [
      'rm a',
      'mv b b2',
      'cp c c2',
      'dd of=d2 count=0',
      'truncate -s 1 e',
      'ls | tee f2',
      'echo > g',
      'echo >> h',
    ]) {
      for (const name of 'abcdefgh') put(name, 'something')
      const report = await run(command)
      expect([command, typeof effectsOf(report)['undo']]).toEqual([command, 'string'])
    }
    expect(effectsOf(await run('ls'))).toEqual({ sandbox: 'bwrap', changes: [] })
  })

  test('[SHELL-16] [UI-06] a rollback is an event of the turn, with what was put back and removed', async () => {
    const events: TurnEvent[] = []
    const model = scripted(['{"tool":"system_execute","args":{"command":"make"}}', 'It was taken back.'])
    const { runtime, put, get } = await shellWorld({
      ...TRUSTED,
      models: { main: model },
      eventReaders: [event => void events.push(event)],
    })
    put('a.txt', 'old')
    put('Makefile', 'all:\n\techo hello\n\trm a.txt\n')
    const { runTurn } = await import('../../src/runtime/turn/run-turn.ts')
    await runTurn({ message: 'run make in the terminal', allow: ['SystemExecute'], profile: 'lenient' }, runtime)
    expect(get('a.txt')).toBe('old')
    expect(events.find(({ type }) => type === 'tool.rollback')).toMatchObject({
      restored: 1,
      removed: 0,
      code: 'effect_not_allowed',
    })
    const printed = events.flatMap(event => (event.type === 'tool.output.delta' ? [event.text] : [])).join('')
    expect(printed).toContain('hello')
  })
})

describe('the settings', () => {
  test('[SHELL-10] transactions are off until somebody wants them', async () => {
    const { runtime } = await shellWorld()
    const { valuesOf } = await import('../../src/runtime/config/index.ts')
    const { shellSettings } = await import('../../src/executors/index.ts')
    expect(valuesOf(runtime.config, shellSettings)).toMatchObject({
      transactional: false,
      transaction_scope: ['**'],
      auto_rollback: false,
      auto_rollback_exit_codes: [1, 2],
      snapshot_required: false,
      max_snapshot_bytes: 0,
      sandbox: 'on',
    })
  })

  test('[ROUTE-13] both names of the shell need the right to execute', async () => {
    const { runtime } = await shellWorld()
    expect(['bash', 'system_execute'].map(name => runtime.catalog.get(name)?.capability)).toEqual([
      'SystemExecute',
      'SystemExecute',
    ])
  })

  test.skipIf(lacksSandbox)('a saved rule runs unasked what begins with its words, and nothing else', async () => {
    const rules = [
      { prefix: ['sh', 'deploy.sh'], action: 'allow', examples: ['sh deploy.sh now'], not: ['sh other.sh'] },
    ]
    const { runtime, put, get } = await shellWorld({ settings: { 'tools.shell.rules': rules } })
    put('deploy.sh', 'echo deployed > state.txt')
    put('state.txt', 'old')
    await runtime.broker.issue({
      capability: 'SystemExecute',
      principal: 'user:local',
      session: 's',
      decidedBy: 'tty',
      purpose: 't',
      confirmsWrites: false,
    })
    const run = async (command: string): Promise<unknown> =>
      (await callTool({ tool: 'bash', args: { command }, session: 's' }, runtime)).fault?.code
    expect([await run('sh deploy.sh'), get('state.txt')]).toEqual([undefined, 'deployed\n'])
    for (const command of [
      'sh other.sh',
      'sh deploy.sh; rm state.txt',
      'sh deploy.sh > state.txt',
      'X=1 sh deploy.sh',
      'sh "deploy.sh" $X',
    ])
      expect([command, await run(command)]).toEqual([command, 'confirmation_required'])
  })

  test.skipIf(lacksSandbox)('a saved rule takes the guard off nothing that stands beside its command', async () => {
    const rules = [
      { prefix: ['sh', 'deploy.sh'], action: 'allow', examples: ['sh deploy.sh'] },
      { prefix: ['node', 'fine.js'], action: 'allow', examples: ['node fine.js'] },
    ]
    const { run, put, get } = await shellWorld({ ...TRUSTED, settings: { 'tools.shell.rules': rules } })
    put('deploy.sh', 'echo deployed')
    put('fine.js', 'console.log("fine")')
    put('evil.js', 'require("fs").writeFileSync("kept.txt", "changed")')
    put('kept.txt', 'old')
    for (const command of [
      'sh deploy.sh && node evil.js',
      'node evil.js; sh deploy.sh',
      'sh deploy.sh > new.txt',
      'sh deploy.sh; touch x',
    ]) {
      const { fault } = await run(command)
      expect([command, fault?.code, get('kept.txt')]).toEqual([command, 'confirmation_required', 'old'])
      expect(fault?.message).toContain('stands beside a command that a rule of yours allows; run it by itself')
    }
    for (const command of ['sh deploy.sh', 'cat kept.txt && sh deploy.sh | tail -n 1', 'sh deploy.sh && node fine.js'])
      expect([command, (await run(command)).fault?.code]).toEqual([command, undefined])
  })

  test.each([
    [{ prefix: ['ls'], action: 'allow', examples: ['cat a'] }, 'is not one command that begins with'],
    [{ prefix: ['npm', 'run', 'x'], action: 'allow', examples: ['npm run x && rm a'] }, 'is not one command'],
    [
      { prefix: ['npm', 'run', 'x'], action: 'allow', examples: ['npm run x'], not: ['npm run x --force'] },
      'stands in "not"',
    ],
    [{ prefix: ['bash'], action: 'allow', examples: ['bash a.sh'] }, 'would allow everything'],
    [{ prefix: ['python3', '-c'], action: 'allow', examples: ['python3 -c x'] }, 'would allow everything'],
    [{ prefix: ['git', 'push'], action: 'allow', examples: [] }, 'at least one command'],
  ])('a rule that does not mean what its examples say stops the start: %j', async (rule, because) => {
    await expect(shellWorld({ settings: { 'tools.shell.rules': [rule] } })).rejects.toThrow(because)
  })

  test('without a sandbox on the system nothing runs, and the message says how to get one', async () => {
    const { createSandbox } = await import('../../src/executors/sandbox/index.ts')
    const run = { command: 'ls', confinement: {} as never, limits: {} as never, signal: new AbortController().signal }
    for (const options of [{ bwrap: '/nowhere/bwrap' }, { platform: 'darwin' as const }, { processor: 'riscv64' }]) {
      const result = await createSandbox({ mode: 'on', ...options }).run(run)
      expect(result).toMatchObject({
        ok: false,
        error: {
          code: 'sandbox_unavailable',
          message: expect.stringMatching(/apt install bubblewrap.*sandbox = "off"/),
        },
      })
    }
  })

  test('a program that only looks like bubblewrap is no sandbox', async () => {
    const { createSandbox } = await import('../../src/executors/sandbox/index.ts')
    const world = await shellWorld()
    const fake = join(world.root, 'bwrap')
    writeFileSync(fake, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const confinement = {
      root: world.root,
      folder: world.root,
      reach: 'read',
      hiddenFolders: [],
      hiddenFiles: [],
      fixed: [],
      anchored: [],
      readable: [],
    } as const
    const limits = {
      processes: 9,
      memoryBytes: 1e9,
      fileBytes: 1e9,
      diskBytes: 1e9,
      files: 100_000,
      timeoutMs: 5_000,
      keptBytes: 1_000,
    }
    const result = await createSandbox({ mode: 'on', bwrap: fake }).run({
      command: 'ls',
      confinement,
      limits,
      signal: new AbortController().signal,
    })
    expect(result).toMatchObject({ ok: false, error: { code: 'sandbox_unavailable' } })
  })

  test('running without one is a setting of the person alone, and is said loudly', async () => {
    const { run, put, runtime } = await shellWorld({ settings: { 'tools.shell.sandbox': 'off' } })
    put('a.txt', 'x')
    const report = await run('cat a.txt')
    expect([report.ok, effectsOf(report)['sandbox']]).toEqual([true, 'off'])
    const call = runtime.catalog.resolve(
      { name: 'bash', named: { command: 'ls' }, positional: [], dialect: 'test', fixups: [] },
      { profile: 'native', rawSha256: '', origin: { phase: 'Executor', agent: 'main' }, coerce: false },
    )
    const assessment = call.ok ? await runtime.turns.executorOf('bash')?.assess?.(call.value) : undefined
    expect(assessment?.summary).toBe('WITHOUT A SANDBOX: lists files; writes nothing')
  })

  const UNCHECKED = [
    'cat list.txt | xargs cat',
    'xargs -n 1 head -n 1 < list.txt',
    'find . -name "*.txt" -exec cat {} +',
    'find -L . -exec grep -n x {} \\;',
    `awk 'BEGIN{ARGV[1]="/etc/hosts"; ARGC=2} {print}'`,
  ]
  test('without a sandbox, programs that are given names nobody has checked ask', async () => {
    const { run, put } = await shellWorld({ ...TRUSTED, settings: { 'tools.shell.sandbox': 'off' } })
    put('list.txt', '/etc/hosts\n')
    for (const command of UNCHECKED)
      expect([command, (await run(command)).fault?.code]).toEqual([command, 'confirmation_required'])
    for (const command of ['cat list.txt | xargs echo', 'find . -name "*.txt"', "awk '{print $1}' list.txt"])
      expect([command, (await run(command)).fault?.code]).toEqual([command, undefined])
  })

  test.skipIf(lacksSandbox)('inside one they run, and what is closed stays closed', async () => {
    const { run, put } = await shellWorld(TRUSTED)
    put('list.txt', '/etc/shadow\n')
    for (const command of UNCHECKED) {
      const report = await run(command)
      expect([command, report.fault?.code]).not.toEqual([command, 'confirmation_required'])
      expect(dataOf(report)['stdout']).not.toContain('root:')
    }
  })
})
