// Exchanges keys and signatures with other implementations of Falcon, through
// the command line: what Saker signs they verify, what they sign Saker
// verifies, and with their private keys Saker signs what they verify.
// Usage: node peers.mjs path/to/saker
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import * as noble from '@noble/post-quantum/falcon.js';
import { createFalcon512, createFalcon1024, createFalconPadded512, createFalconPadded1024 } from '@oqs/liboqs-js';

const saker = process.argv[2];
const dir = mkdtempSync(join(tmpdir(), 'saker-peers-'));
const path = (name) => join(dir, name);
const run = (...args) => execFileSync(saker, args, { stdio: ['ignore', 'pipe', 'pipe'] });

function sakerVerifies(pub, message, signature) {
  writeFileSync(path('peer.pub'), pub);
  writeFileSync(path('message'), message);
  writeFileSync(path('signature'), signature);
  try {
    run('verify', '--key', path('peer.pub'), '--sig', path('signature'), '--in', path('message'));
    return true;
  } catch (e) {
    if (e.status === 1) return false;
    throw new Error(`saker verify: ${e.stderr}`);
  }
}

function sakerSigns(key, message) {
  writeFileSync(path('message'), message);
  run('sign', '--key', key, '--in', path('message'), '--out', path('out.sig'), '--force');
  return readFileSync(path('out.sig'));
}

const nobleApi = (f) => ({
  name: '@noble/post-quantum',
  keygen: () => f.keygen(),
  sign: (message, sk) => f.sign(message, sk),
  verify: (message, signature, pk) => {
    try {
      return f.verify(signature, message, pk);
    } catch {
      return false;
    }
  },
});
// This one takes plain Uint8Arrays and refuses Buffers.
const plain = (bytes) => new Uint8Array(bytes);
const oqsApi = (s) => ({
  name: '@oqs/liboqs-js',
  keygen: () => s.generateKeyPair(),
  sign: (message, sk) => s.sign(plain(message), plain(sk)),
  verify: (message, signature, pk) => s.verify(plain(message), plain(signature), plain(pk)),
});

const sets = [
  { alg: 'falcon-512', pk: 897, sk: 1281, peers: [nobleApi(noble.falcon512), oqsApi(await createFalcon512())] },
  { alg: 'falcon-1024', pk: 1793, sk: 2305, peers: [nobleApi(noble.falcon1024), oqsApi(await createFalcon1024())] },
  { alg: 'falcon-padded-512', pk: 897, sk: 1281, peers: [nobleApi(noble.falcon512padded), oqsApi(await createFalconPadded512())] },
  { alg: 'falcon-padded-1024', pk: 1793, sk: 2305, peers: [nobleApi(noble.falcon1024padded), oqsApi(await createFalconPadded1024())] },
];

let failures = 0;
let checks = 0;
function check(what, ok) {
  checks++;
  if (!ok) {
    failures++;
    console.error(`FAIL ${what}`);
  }
}

for (const { alg, pk, sk, peers } of sets) {
  const key = path(`${alg}.key`);
  const pub = path(`${alg}.pub`);
  run('keygen', '--alg', alg, '--form', 'expanded', '--outform', 'der', '--out', key, '--pub', pub);
  const spki = readFileSync(pub);
  const pkcs8 = readFileSync(key);
  const ours = spki.subarray(spki.length - pk);
  const spkiHead = spki.subarray(0, spki.length - pk);
  const pkcs8Head = pkcs8.subarray(0, pkcs8.length - sk);
  for (const peer of peers) {
    const who = `${alg} ${peer.name}`;
    for (let i = 0; i < 4; i++) {
      const message = randomBytes(i * 97);
      const broken = Buffer.concat([message, Buffer.from([0])]);

      const signature = sakerSigns(key, message);
      check(`${who}: verifies what Saker signs`, peer.verify(message, signature, ours));
      check(`${who}: refuses another message`, !peer.verify(broken, signature, ours));

      const theirs = await peer.keygen();
      const theirSignature = await peer.sign(message, theirs.secretKey);
      const theirPub = Buffer.concat([spkiHead, theirs.publicKey]);
      check(`${who}: Saker verifies what it signs`, sakerVerifies(theirPub, message, theirSignature));
      check(`${who}: Saker refuses another message`, !sakerVerifies(theirPub, broken, theirSignature));

      writeFileSync(path('peer.key'), Buffer.concat([pkcs8Head, theirs.secretKey]), { mode: 0o600 });
      check(`${who}: verifies what Saker signs with its key`, peer.verify(message, sakerSigns(path('peer.key'), message), theirs.publicKey));
    }
    console.log(`${who}: done`);
  }
}
rmSync(dir, { recursive: true });
console.log(`${checks} checks, ${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
