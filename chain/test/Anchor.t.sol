// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Anchor} from "../contracts/Anchor.sol";
import {Fixture} from "./support/Fixture.sol";

contract AnchorTest is Fixture {
    bytes32 private constant ANCHORER = keccak256("ANCHORER_ROLE");
    bytes32 private constant HASH = keccak256("header");

    address private immutable anchorer = vm.addr(0xa6);
    Anchor private anchor;

    function setUp() public override {
        super.setUp();
        anchor = new Anchor(admin, anchorer);
    }

    function write(uint64 number, bytes32 hash) private {
        vm.prank(anchorer);
        anchor.anchor(number, hash);
    }

    function writeSeal(uint64 number, bytes32 hash) private {
        vm.prank(anchorer);
        anchor.anchorSeal(number, hash);
    }

    function testKeepsSnapshotsAndSealsApart() public {
        vm.expectEmit(address(anchor));
        emit Anchor.SnapshotAnchored(7, HASH);
        write(7, HASH);
        vm.expectEmit(address(anchor));
        emit Anchor.SealAnchored(3, keccak256("seal"));
        writeSeal(3, keccak256("seal"));
        vm.assertEq(anchor.hashOf(7), HASH);
        vm.assertEq(anchor.blockOf(7), block.number);
        vm.assertEq(anchor.sealHashOf(3), keccak256("seal"));
        vm.assertEq(anchor.sealBlockOf(3), block.number);
        vm.assertEq(anchor.hashOf(3), 0);
        vm.assertEq(anchor.blockOf(3), 0);
        vm.assertEq(anchor.sealHashOf(7), 0);
        vm.assertEq(anchor.sealBlockOf(7), 0);
        vm.assertEq(anchor.lastSnapshot(), 7);
        vm.assertEq(anchor.lastSeal(), 3);
    }

    function testFuzzNumbersOnlyRise(uint64 last, uint64 number, bytes32 hash) public {
        vm.assume(last > 0 && hash != 0);
        write(last, HASH);
        writeSeal(last, HASH);
        if (number <= last) vm.expectRevert(abi.encodeWithSelector(Anchor.NotAbove.selector, number, last));
        write(number, hash);
        if (number <= last) vm.expectRevert(abi.encodeWithSelector(Anchor.NotAbove.selector, number, last));
        writeSeal(number, hash);
        vm.assertEq(anchor.hashOf(last), HASH);
        vm.assertEq(anchor.sealHashOf(last), HASH);
    }

    function testTheFirstNumberIsOne() public {
        vm.expectRevert(abi.encodeWithSelector(Anchor.NotAbove.selector, 0, 0));
        write(0, HASH);
        write(1, HASH);
    }

    function testRefusesAnEmptyHash() public {
        vm.expectRevert(abi.encodeWithSelector(Anchor.NoHash.selector, 1));
        write(1, 0);
        vm.expectRevert(abi.encodeWithSelector(Anchor.NoHash.selector, 1));
        writeSeal(1, 0);
        vm.assertEq(anchor.lastSnapshot(), 0);
    }

    function testFuzzOnlyTheAnchorerWrites(address caller) public {
        vm.assume(caller != anchorer);
        vm.prank(caller);
        vm.expectRevert(missingRole(caller, ANCHORER));
        anchor.anchor(1, HASH);
        vm.prank(caller);
        vm.expectRevert(missingRole(caller, ANCHORER));
        anchor.anchorSeal(1, HASH);
    }

    function testTheAnchorerGivesNoRoles() public {
        vm.prank(anchorer);
        vm.expectRevert(missingRole(anchorer, ADMIN));
        anchor.grantRole(ANCHORER, stranger);
    }

    function testTheAdminChangesTheKey() public {
        vm.startPrank(admin);
        anchor.revokeRole(ANCHORER, anchorer);
        anchor.grantRole(ANCHORER, stranger);
        vm.stopPrank();
        vm.expectRevert(missingRole(anchorer, ANCHORER));
        write(1, HASH);
        vm.prank(stranger);
        anchor.anchor(1, HASH);
        vm.assertEq(anchor.lastSnapshot(), 1);
    }
}
