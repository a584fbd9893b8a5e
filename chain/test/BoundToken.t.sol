// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BoundToken} from "../contracts/BoundToken.sol";
import {Fixture} from "./support/Fixture.sol";

contract BoundTokenTest is Fixture {
    function setUp() public override {
        super.setUp();
        issueAll();
    }

    function testMovesThroughSettlement() public {
        settle(1, leg(gca, 0, settlement.walletOf(7), 10));
        settle(2, leg(gca, 7, settlement.walletOf(8), 4));
        settle(3, leg(gca, 7, address(0), 6));
        vm.assertEq(gca.balanceOf(settlement.walletOf(7)), 0);
        vm.assertEq(gca.balanceOf(settlement.walletOf(8)), 4);
        vm.assertEq(gca.totalSupply(), SHARE / 2 - 6);
    }

    function testFuzzMovesNoOtherWay(address holder, address to, uint96 amount) public {
        vm.assume(holder != address(0) && to != address(0) && holder.codehash != settlement.walletCodeHash());
        vm.assume(uint256(amount) <= SHARE / 2);
        settle(1, leg(gca, 0, holder, amount));
        vm.prank(holder);
        vm.expectRevert(abi.encodeWithSelector(BoundToken.OnlyThroughSettlement.selector, holder, to, amount));
        gca.transfer(to, amount);
        vm.prank(holder);
        gca.approve(to, type(uint256).max);
        vm.prank(to);
        vm.expectRevert(abi.encodeWithSelector(BoundToken.OnlyThroughSettlement.selector, holder, to, amount));
        gca.transferFrom(holder, to, amount);
        vm.assertEq(gca.balanceOf(holder), amount);
    }

    /// @dev Even an approval that a wallet could never give would not help.
    function testApprovalByAWalletWouldNotHelp() public {
        vm.prank(treasury);
        gca.approve(stranger, 5);
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(BoundToken.OnlyThroughSettlement.selector, treasury, stranger, 5));
        gca.transferFrom(treasury, stranger, 5);
    }
}
